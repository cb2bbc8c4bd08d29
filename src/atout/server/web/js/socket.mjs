// One connection to a table that comes back by itself. Commands have an id and are sent again after a cut: the server
// answers an id once, so nothing happens twice.

const FIRST_WAIT = 400; // ms; doubled up to
const LONGEST_WAIT = 12_000;
const QUIET = 15_000; // after so long without a word we ask, and
const DEAD = 30_000; // after so long we call again

/**
 * Who hears of the connection.
 * @typedef {object} Listeners
 * @property {(state: string) => void} state `connecting`, `open`, `waiting` (cut, calls again), `offline` (the machine
 *   has no network), `gone` (for good)
 * @property {(message: any) => void} frame each message that is not the answer to a command
 * @property {() => void} cut the line is lost, or not to be had
 */

/** The connection to one table. */
export class Connection {
  #path;
  #listeners;
  #socket = null;
  #tries = 0;
  #timer = 0;
  #pending = new Map();
  #count = 0;
  #prefix = Math.random().toString(36).slice(2, 8);
  #heard = 0;
  state = "connecting";

  /**
   * @param {() => string} path the socket's path and query, asked for at each call
   * @param {Listeners} listeners
   */
  constructor(path, listeners) {
    this.#path = path;
    this.#listeners = listeners;
    addEventListener("online", () => this.#callNow());
    addEventListener("offline", () => this.#say("offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.#callNow());
  }

  /** Calls the server for the first time. */
  start() {
    setInterval(() => this.#watch(), 5_000);
    this.#call();
  }

  /** Sends a command; the promise is kept when the server answers it, however often the line is cut: also if it could
   * not read it, which is a refusal like any other. */
  ask(message) {
    const id = `${this.#prefix}-${++this.#count}`;
    const command = { ...message, id };
    return new Promise((resolve) => {
      this.#pending.set(id, { command, resolve });
      this.#send(command);
    });
  }

  /** Begins again with a fresh path: another language. */
  again() {
    this.#hangUp();
    this.#call();
  }

  /** Calls no more. */
  end() {
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#say("gone");
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #call() {
    clearTimeout(this.#timer);
    this.#say(navigator.onLine === false ? "offline" : this.#tries ? "waiting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path()}`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#cut();
  }

  #callNow() {
    if (this.state !== "waiting" && this.state !== "offline") return;
    this.#hangUp();
    this.#call();
  }

  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #cut() {
    this.#socket = null;
    this.#say(navigator.onLine === false ? "offline" : "waiting");
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#timer = setTimeout(() => this.#call(), longest * (0.5 + Math.random() / 2)); // jitter: not all at once
    this.#listeners.cut();
  }

  #watch() {
    if (this.state !== "open") return;
    const quiet = Date.now() - this.#heard;
    if (quiet > DEAD) {
      this.#hangUp();
      this.#cut();
    } else if (quiet > QUIET) this.#send({ type: "ping" });
  }

  #hear(message) {
    this.#heard = Date.now();
    if (message.type === "pong") return;
    if (message.type === "closing" && message.code !== "draining") this.end();
    else if (this.state === "connecting" || this.state === "waiting" || this.state === "offline") {
      this.#tries = 0;
      this.#say("open");
      for (const { command } of this.#pending.values()) this.#send(command);
    }
    const asked = message.id && this.#pending.get(message.id);
    if (asked) {
      this.#pending.delete(message.id);
      asked.resolve(message.type === "fault" ? { ...message, ok: false } : message);
    } else this.#listeners.frame(message);
  }

  #say(state) {
    this.state = state;
    this.#listeners.state(state);
  }
}
