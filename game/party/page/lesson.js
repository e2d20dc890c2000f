// A lesson on this phone: the teacher's words over the table, and the choices next to them.

import { button, h } from "/dom.js";
import { confetti, face } from "/widgets.js";

const TEACHER = 2; // knitting of the teacher, as on the big screen

const choices = ({ lesson, do: act }) =>
  lesson.choices.map(([what, label], n) =>
    button(label, () => act("lesson", { what, step: lesson.step }), {
      key: what,
      kind: n || !lesson.over ? "" : "go wide"
    })
  );

/** The teacher's words. */
export const teacher = g =>
  g.lesson &&
  h(
    "section.label.lesson",
    { key: "lesson", "aria-label": g.lesson.title },
    h(
      "div.row",
      {},
      face(TEACHER, "smile"),
      h(
        "div",
        {},
        h("small.soft", {}, `${g.lesson.title} · ${g.lesson.at}`),
        h("p", { "data-at": g.lesson.short || null }, g.lesson.say, " ", h("b", {}, g.lesson.act))
      )
    ),
    h("div.row.choose", { key: "choices" }, choices(g))
  );

/** End of a lesson or puzzle: the teacher, large, over what was learnt; the next choices are in the bar. */
export function learnt(g) {
  const [head, ...lines] = [...g.lesson.say.split("\n"), g.lesson.act].filter(Boolean);
  const glad = !g.lesson.act;
  return {
    main: [
      h(
        "section.label.middle.learnt",
        { key: "learnt", "aria-label": g.lesson.title },
        confetti({ memory: { cheers: glad } }),
        face(TEACHER, glad ? "open" : "smile"),
        h("h2", {}, head),
        lines.map((line, n) => h("p", { key: `line${n}` }, line))
      )
    ],
    bar: choices(g)
  };
}

/** Text to announce when the teacher says something else. */
export function taught({ lesson }, memory) {
  const words = lesson ? `${lesson.at}. ${lesson.say} ${lesson.act}` : "";
  const fresh = words !== memory.taught;
  memory.taught = words;
  return fresh ? words : "";
}
