// The teacher's questions to the class: each comes to a phone at once, covers the table, and folds for a turn.

import { announce, button, h, t } from "/dom.js";

let last = ""; // question that this phone showed last
let open = null; // true or false if it was opened or folded by hand since; null for neither
let set = null; // number that is set but not sent

const scale = [t("not at all"), "", "", "", t("completely")];

/** Number of answers, and a note that they can be changed. */
const counted = asked =>
  h(
    "p.soft",
    { key: "count" },
    `${t("{n} of {all} have answered.", { n: asked.count, all: asked.of })} ${asked.mine === null ? t("Nobody sees who answered what.") : t("You can change your answer until the question closes.")}`
  );

function choices(asked, say) {
  const steps = asked.kind === "scale" ? scale.map((_words, n) => String(n + 1)) : asked.answers;
  const row = h(
    asked.kind === "scale" ? "div.row.steps" : "div.picks",
    { key: "picks", role: "group", "aria-label": asked.words },
    steps.map((words, n) =>
      button(words, () => say(n), {
        key: `pick${n}`,
        pressed: asked.mine === n,
        name: scale[n] && asked.kind === "scale" ? `${words}: ${scale[n]}` : undefined
      })
    )
  );
  return [
    row,
    asked.kind === "scale" &&
      h("div.row.ends", { key: "low", "aria-hidden": "true" }, h("small", {}, scale[0]), h("small", {}, scale.at(-1)))
  ];
}

function number(g, asked, say) {
  const value = set ?? asked.mine;
  const move = event => {
    set = Number(event.target.value);
    g.draw();
  };
  return [
    h(
      "div",
      { key: "number" },
      h(
        "label.share",
        {},
        h("b", {}, t("Your number")),
        h("output", {}, value ?? "–"),
        h("input", {
          type: "range",
          min: 0,
          max: 100,
          value: String(value ?? 50),
          style: { "accent-color": "#257a4b" },
          "aria-label": asked.words,
          "aria-valuetext": value === null ? t("not set yet") : String(value),
          oninput: move
        })
      )
    ),
    button(t("Send"), () => say(value), {
      key: "send",
      kind: "go",
      off: value === null ? t("Choose a number first.") : ""
    })
  ];
}

/** The teacher's question; in a match only a mark in the head on this phone's turn, or once answered. */
export function ask(g) {
  const asked = g.question;
  const key = `${asked.number} ${asked.round}`;
  if (key !== last) {
    [last, open, set] = [key, null, null];
    setTimeout(() => announce(`${t("Teacher's question")}: ${asked.words}`));
  }
  const covers = !g.lobby && !g.over;
  const fold = value => () => {
    open = value;
    g.draw();
  };
  // Over the table it would hide the vote, or the cards of the player to move.
  if (covers && !(open ?? !(g.mine || asked.mine !== null || (g.vote && !g.vote.voted)))) {
    return button("?", fold(true), {
      key: "asked",
      kind: `small folded ${asked.mine === null ? "gold" : ""}`,
      open: false,
      name: asked.mine === null ? t("Teacher's question") : t("Your answer is in.")
    });
  }
  const say = async value => {
    if (await g.do("reply", { question: asked.number, round: asked.round, value })) {
      set = null;
      fold(null)();
    }
  };
  return h(
    "section.label.ruling.asking",
    { key: "asking", class: covers ? "above" : "", "aria-label": t("Teacher's question") },
    h("small.soft", {}, asked.round > 1 ? t("Asked again") : t("Teacher's question")),
    h("h2", {}, asked.words),
    asked.kind === "number" ? number(g, asked, say) : choices(asked, say),
    counted(asked),
    covers && button(t("Later"), fold(false), { key: "later" })
  );
}
