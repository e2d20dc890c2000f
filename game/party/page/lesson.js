// A lesson on this phone: what the teacher says over the table, and what can be chosen beside doing it.

import { button, h } from "/kit.js";
import { face } from "/parts.js";

const TEACHER = 2; // what the teacher is knitted like, as on the big screen

const choices = (g) => h("div.row.choose", { key: "choices" },
  g.lesson.choices.map(([what, label], n) => button(label, () => g.do("lesson", { what, step: g.lesson.step }), { key: what, kind: n || !g.lesson.over ? "" : "go" })));

/** The teacher's words. */
export const teacher = (g) => g.lesson && h("section.label.lesson", { key: "lesson", "aria-label": g.lesson.title },
  h("div.row", {}, face(TEACHER, g.lesson.over ? "open" : "smile"),
    h("div", {}, h("small.soft", {}, `${g.lesson.title} · ${g.lesson.at}`), h("p", { "data-at": g.lesson.short || null }, g.lesson.say, " ", h("b", {}, g.lesson.act)))),
  choices(g));

/** What is read out when the teacher says something else. */
export function taught({ lesson }, memory) {
  const words = lesson ? `${lesson.at}. ${lesson.say} ${lesson.act}` : "";
  const fresh = words !== memory.taught;
  memory.taught = words;
  return fresh ? words : "";
}
