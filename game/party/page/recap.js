// What others did since this seat moved last, with the numbers of the big screen; it outlives loading the page anew.

import { h, t } from "/dom.js";
import { moveAuthor } from "/widgets.js";

/** The steps as a list; nothing where nobody has done anything. */
export const told = g =>
  g.recap?.length > 0 &&
  h(
    "section.label.news",
    { key: "told", "aria-label": t("What the others did") },
    h("h2", {}, t("What the others did")),
    g.recap.map(step =>
      h("p.row", { key: `t${step.number}` }, moveAuthor(g, step.seat, step.number - 1), h("span", {}, step.words))
    )
  );
