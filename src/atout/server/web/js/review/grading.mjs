// Decisions judged by what their seats knew, a few at a time; what is held against a seat is told at its move.

import { byId, h, twice, word } from "../dom.mjs";
import { post } from "../http.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

const WAIT = 1_000; // ms before the next few are asked for: others want to be served, too

const wait = (time) => new Promise((done) => setTimeout(done, time));

export class Grading {
  #judged = {}; // the record, the deal, and whose eyes
  #running = 0; // the latest run: an older one stops
  #told = new Map(); // step -> sentence

  /**
   * @param {(ply: number) => number} stepOf where in the deal a decision was made
   * @param {() => void} found something new is to be shown
   */
  constructor(stepOf, found) {
    this.stepOf = stepOf;
    this.found = found;
    byId("judge").addEventListener("click", () => this.#run());
  }

  /** Another deal: nothing is judged yet. */
  begin(judged) {
    this.#judged = judged;
    this.#running++;
    this.#told.clear();
    byId("judge").hidden = false;
    byId("flagged").hidden = true;
    byId("judged").textContent = "";
  }

  /** What is held against the decision of a step. */
  at = (step) => this.#told.get(step);

  /** The step of the next decision something is held against, going round. */
  after(step) {
    const steps = [...this.#told.keys()].sort((one, other) => one - other);
    return steps.find((one) => one > step) ?? steps[0];
  }

  async #run() {
    const run = ++this.#running;
    byId("judge").hidden = true;
    for (let done = 0, decisions = 1; done < decisions; ) {
      const answer = await post("/api/replay/grades", { ...this.#judged, since: done });
      if (run !== this.#running) return;
      if (answer.status === 429) {
        await wait(4 * WAIT);
        continue;
      }
      if (!answer.ok) return this.#stop(answer.text);
      ({ done, decisions } = answer.value);
      for (const { ply, grade, text } of answer.value.found) this.#mark(this.stepOf(ply), grade, text);
      word(byId("judged"), t("review.judging", { done, decisions }));
      if (answer.value.found.length) this.found();
      if (done < decisions) await wait(WAIT);
      if (run !== this.#running) return;
      if (done >= decisions) this.#stop(t("review.judged", { decisions, found: this.#told.size }));
    }
  }

  #mark(step, grade, text) {
    this.#told.set(step, text);
    byId("flagged").hidden = false;
    byId("moves").children[step]?.append(h("p", { class: `grade is-${grade}` }, ...twice(text)));
  }

  #stop(text) {
    word(byId("judged"), text);
    say(text);
  }
}
