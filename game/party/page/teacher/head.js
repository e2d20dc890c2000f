// The head of the teacher's page: which class, the clock, and what is an affair of all tables.

import { h, t } from "/kit.js";
import { act, ask } from "/teacher/teacher.js";
import { press, sign } from "/teacher/parts.js";
import { isTold } from "/teacher/side.js";

const sure = (title, words, yes, then) => () => ask({ kind: "sure", title, words, yes, then });

/** Who plays what, in a line. */
const pupils = (n) => n === 1 ? t("1 pupil") : t("{n} pupils", { n });
const people = (n) => n === 1 ? t("1 person") : t("{n} people", { n });
const about = (s) => `${s.game_title}, ${(s.is_cup ? people : pupils)(s.people)}`;

const clock = (s) => !isTold(s) && s.clock.words && h("p.clock", { key: "clock" }, sign("clock"),
  h("span", {}, h("b", {}, s.clock.words), s.clock.last_hand && h("small", {}, s.clock.last_hand)));

const more = (minutes) => press(t("{n} min", { n: Math.abs(minutes) }), () => act("more", { minutes }), { icon: "plus", key: "more", name: t("{n} minutes more", { n: minutes }) });

const pauseAll = (s) => s.is_paused
  ? press(t("Go on"), () => act("resume"), { kind: "go", icon: "go", key: "pause" })
  : press(t("Pause all"), () => act("pause"), { kind: "night", icon: "pause", key: "pause" });

const begin = () => press(t("Begin"), () => act("begin"), { kind: "go", icon: "go", key: "begin" });

const debrief = (s) => press(t("To the debrief"),
  s.is_over ? () => act("to_debrief") : sure(t("To the debrief?"), t("All tables stop at once. A hand that is not over does not count."), t("Stop and go there"), () => act("to_debrief")),
  { kind: "go", key: "debrief" });

/** What can be done with all tables, as far as the lesson is. */
function deeds(s) {
  // A cup says itself who meets, and when it is over.
  if (s.is_cup) return [s.phase === "gathering" ? begin() : !s.is_over && pauseAll(s)];
  if (s.phase === "gathering") {
    return [more(5), press(t("Shuffle seats"), () => act("shuffle"), { key: "shuffle" }), press(t("Seats by list"), () => act("by_list"), { key: "list" }),
      begin()];
  }
  if (isTold(s)) return [h("p.told", { key: "told" }, t("The debrief is on the big screen."))];
  return [
    s.phase === "playing" && more(5),
    s.phase === "playing" && press(t("Last hand"),
      sure(t("Call the last hand?"), t("Every table plays its hand to the end. No further hand begins."), t("Call it"), () => act("last_hand")), { icon: "flag", key: "last" }),
    !s.is_over && pauseAll(s), debrief(s)];
}

export const head = (s) => [
  h("div.title", { key: "title" }, h("h1", { tabindex: "-1" }, s.title || s.game_title), h("p", {}, about(s))),
  clock(s), h("div.deeds", { key: "deeds", role: "group", "aria-label": t("All tables") }, deeds(s))];
