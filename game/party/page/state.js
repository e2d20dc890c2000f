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
  // whether there are many tables: then seats aren't chosen, and no single table can be watched
  is_class: false,
  seats: [],
  // seats whose phones cannot be reached: this one may be one of them, and know its token no more
  away: [],
  // the seat that the host is asked for
  asked: null,
  chosen: null,
  name: ownName(),
  // what happened to the seat that was there before
  why: "",
  // what is wrong with the code
  wrong: "",
  state: null,
  // what this phone can decide while it waits for a seat
  bench: null,
  game: null,
  menu: false,
  // whether this phone only watches: "", "yes", or "next" where it sits down with the next deal
  spectating: wasWatching(),
  // with which deal it began to wait for the next
  since: "",
  // whether it may sit down now
  due: false,
  // whether more hands than one are played
  has_deals: false,
  // whether a match is over and the next one has a seat to spare
  between: false,
  // drawn for people who don't see the big screen, if this page is elsewhere
  remoteView: null,
  // how large the letters are by which the layout goes, in pixels
  letter: 16,
  // what lies over the table: moves, rules, own (name and knitting)
  sheet: "",
  // what a game's module keeps between two drawings, as what is chosen; forgotten with another match
  memory: {},
  // when this phone's turn came after others had moved
  turnBeganAt: -Infinity,
  // milliseconds from then in which taps are ignored: they may be meant for what was there before
  inputCooldownMs: 600
};

/** The line; main.js says what is done with what it brings. */
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
addEventListener("blur", up); // what is let go elsewhere is never told of
addEventListener("click", () => {
  press.ended = -Infinity;
}); // the next click is of another press

/** True if a press began before anyone could have seen that the turn had come. */
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
