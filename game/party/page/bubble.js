// What a computer player says on the big screen, shown here too, for as long as reading takes and out of the way.

import { h } from "/dom.js";
import { face } from "/widgets.js";

const LEAST = 2600; // milliseconds, as on the big screen
const LETTER = 55;

/** Take in what is being said; the same words are shown once. */
export function hearBubble({ remark }, memory, draw) {
  const key = remark ? `${remark.seat} ${remark.words}` : "";
  if (key === (memory.heard ?? "")) return;
  memory.heard = key;
  if (!remark) return;
  memory.said = remark;
  clearTimeout(memory.hush);
  memory.hush = setTimeout(
    () => {
      memory.said = null;
      draw();
    },
    LEAST + LETTER * remark.words.length
  );
}

/** The words, with the heading if the bubble covers it. */
export const bubble = (g, heading) =>
  g.memory.said &&
  h(
    "p.chatter",
    { key: "said", role: "status" },
    face(g.look(g.memory.said.seat), "open"),
    h("span", {}, heading && h("b.over", { "aria-hidden": "true" }, heading), g.memory.said.words)
  );
