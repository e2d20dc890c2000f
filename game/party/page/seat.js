// Taking a seat with this phone, watching, and giving the seat up.

import { line, view } from "/state.js";
import { setSpectating, watcher } from "/spectate.js";

export function greet() {
  if (line.token) line.send("reconnect", { token: line.token });
  else if (view.code) ask();
  else view.phase = "code";
}

/** Ask for free seats; a spectator also asks for everything that can be seen. */
export function ask() {
  if (view.spectating) line.send("spectate", { code: view.code, watcher: watcher() });
  else line.send("list_seats", { code: view.code });
}

/** Only watch from now on, until the next deal ("next"), or stop watching (""). */
export function watch(how) {
  view.spectating = setSpectating(how);
  const [state, why] = how ? [view.state, view.why] : [null, ""];
  Object.assign(view, { menu: false, sheet: "", state, why, chosen: null, since: "", due: false });
  ask();
}

/** Take the seat of a bot as requested. If there is none, this phone waits for the next deal. */
export function sitDown() {
  const seat = view.seats.find(({ bot }) => bot) || view.seats[0];
  view.due = Boolean(seat);
  if (seat) line.send("join", { code: view.code, seat: seat.seat, name: view.name });
}

export function leave(why) {
  line.token = "";
  line.forget();
  view.state = view.bench = null;
  view.spectating = setSpectating("");
  view.why = why;
  view.phase = "code";
  if (view.code) line.send("list_seats", { code: view.code });
}
