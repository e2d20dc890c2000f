// How this phone comes by its seat, or only watches, and how it gives it up.

import { line, view } from "/view.js";
import { stay, watcher } from "/watch.js";

export function greet() {
  if (line.token) line.send("back", { token: line.token });
  else if (view.code) ask();
  else view.phase = "code";
}

/** Ask for free seats, and where this phone only watches for all that is to be seen. */
export function ask() {
  if (view.watches) line.send("watch", { code: view.code, watcher: watcher() });
  else line.send("look", { code: view.code });
}

export function watch(yes) {
  view.watches = stay(yes);
  Object.assign(view, { menu: false, sheet: "", state: yes ? view.state : null });
  ask();
}

export function leave(why) {
  line.token = "";
  line.forget();
  view.state = null;
  view.why = why;
  view.phase = "code";
  if (view.code) line.send("look", { code: view.code });
}
