// Short soft tones made here, one for each kind of event; silent until asked for.

import { draws, me } from "./scene.mjs";
import { setting } from "./settings.mjs";

/** Notes in hertz and where each begins, in seconds. */
const TONES = {
  card: [[330, 0]],
  trick: [
    [392, 0],
    [494, 0.09],
  ],
  turn: [[587, 0]],
  deal: [
    [392, 0],
    [494, 0.1],
    [587, 0.2],
  ],
  refused: [[196, 0]],
};

const SOFT = 0.07;
const SHORT = 0.16;

let context = null;

/** Plays the tone of a kind of event, when sounds are wanted. */
export function play(kind) {
  if (!setting("sounds")) return;
  context ??= new AudioContext();
  for (const [frequency, after] of TONES[kind]) {
    const from = context.currentTime + after;
    const note = new OscillatorNode(context, { frequency, type: "sine" });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setTargetAtTime(SOFT, from, 0.008);
    volume.gain.setTargetAtTime(0, from + SHORT / 3, SHORT / 4);
    note.connect(volume).connect(context.destination);
    note.start(from);
    note.stop(from + 3 * SHORT);
  }
}

/** What in a change of the scene is worth a tone: the weightiest thing only. */
function heard(now, before) {
  if (!before.seats) return null;
  if (now.sheet?.deals.length > (before.sheet?.deals.length ?? 0)) return "deal";
  const mine = (scene) => scene.seats.find(({ turn }) => turn)?.seat === me.seat;
  if (me.seat && mine(now) && !mine(before)) return "turn";
  if (now.history?.length > (before.history?.length ?? 0)) return "trick";
  return now.trick?.cards.length > (before.trick?.cards.length ?? 0) ? "card" : null;
}

/** Listens to the scene from now on. */
export const begin = () =>
  draws(["seats", "trick", "history", "sheet"], (now, before) => {
    const kind = heard(now, before);
    if (kind) play(kind);
  });
