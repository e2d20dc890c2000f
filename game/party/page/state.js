// The page's state and its connection. Every change redraws the page.

import { t, warn } from "/dom.js";
import { Connection } from "/connection.js";
import { ownName } from "/profile.js";
import { wasWatching } from "/spectate.js";

export const view = {
  // calling, code, seats, seated, watching, gone, goodbye
  phase: "calling",
  code: window.far?.code || decodeURIComponent(location.hash.slice(1)).slice(0, 32),
  title: "",
  // True with many tables: then seats aren't chosen, and no single table can be watched.
  is_class: false,
  seats: [],
  // Seats whose phones cannot be reached. This phone may be one of them and have lost its token.
  away: [],
  // Seat that the host is asked for.
  asked: null,
  chosen: null,
  name: ownName(),
  // What happened to the previous seat.
  why: "",
  // What is wrong with the code.
  wrong: "",
  state: null,
  // What this phone can decide while it waits for a seat.
  bench: null,
  game: null,
  menu: false,
  // Spectator mode: "", "yes", or "next" to sit down with the next deal.
  spectating: wasWatching(),
  // Deal at which it began to wait for the next one.
  since: "",
  // True if it may sit down now.
  due: false,
  // True if more than one hand is played.
  has_deals: false,
  // True if a match is over and the next one has a seat to spare.
  between: false,
  // Drawn for people who can't see the big screen, if this page is elsewhere.
  remoteView: null,
  // Letter size that the layout uses, in pixels.
  letter: 16,
  // Open sheet: moves, rules, own (name and knitting).
  sheet: "",
  // What a game's module keeps between two redraws, such as the choice. Cleared for another match.
  memory: {},
  // Time at which this phone's turn came after moves of others.
  turnBeganAt: -Infinity,
  // Milliseconds from then in which taps are ignored, because they may be meant for the earlier picture.
  inputCooldownMs: 600
};

/** The connection; main.js handles its messages. */
export const line = new Connection(message => view.onMessage(message));

/** Redraw the page; main.js sets how, because it knows all pages. */
export const draw = () => view.draw();

const ACTING = ["move", "draw", "end", "lay", "take", "hand", "face", "play_hint", "auto_finish"];
const AFTER = 500; // maximum time of a click after a finger or key is released, in ms

let press = { began: -Infinity, held: false, ended: -Infinity };
const down = () => {
  press = { began: performance.now(), held: true, ended: -Infinity };
};
const up = () => {
  Object.assign(press, { held: false, ended: performance.now() });
};
addEventListener("pointerdown", down, true);
addEventListener("pointerup", up, true);
addEventListener("pointercancel", up, true);
addEventListener("keydown", ({ repeat }) => repeat || down(), true);
addEventListener("keyup", up, true);
addEventListener("blur", up); // a release elsewhere is never reported
addEventListener("click", () => {
  press.ended = -Infinity;
}); // the next click belongs to another press

/** True if a press began before anyone could have seen the new turn. */
function isEarly() {
  const now = performance.now();
  const began = press.held || now - press.ended < AFTER ? press.began : now;
  return began < view.turnBeganAt + view.inputCooldownMs;
}

/** Do something on the big screen and show a refusal. Resolves to whether it is known to be done. */
export async function act(what, fields) {
  if (line.isLost) {
    warn(t("Can't reach the big screen. Trying again…"));
    return false;
  }
  if (ACTING.includes(what) && isEarly()) {
    warn(t("Your turn has only just begun. Look first, then tap again."));
    return false;
  }
  const refused = await line.say({ do: what, moment: view.state?.moment, ...fields });
  if (refused) warn(refused);
  return refused === "";
}
