// The others' moves since this seat last moved, numbered as on the big screen; they survive a reload.

import { h, t } from "/dom.js";
import { moveAuthor } from "/widgets.js";

/** The steps as a list; nothing if there are none. */
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
