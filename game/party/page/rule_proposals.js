// Rules that the class proposes and votes on, if the teacher asks for that. One of them is played in the next hand.

import { button, h, loadModule, t } from "/dom.js";

let ask;

/** The teacher's question; its module is fetched when one is asked. */
export function asked(g) {
  if (g.question && !ask) {
    ask = () => null;
    loadModule("/class_questions.js").then(one => {
      ask = one.ask;
      g.draw();
    });
  }
  return g.question && ask(g);
}

const told = rule => t("{yes} for, {no} against.", rule);

function vote(g, rule) {
  const say = yes => () => g.do("vote_rule", { rule: rule.number, yes });
  return h(
    "li",
    { key: `rule${rule.number}` },
    h("p", {}, h("b", {}, rule.words), " ", rule.played ? t("It's in play.") : told(rule)),
    !rule.played &&
      h(
        "div.row",
        { role: "group", "aria-label": rule.words },
        button(t("Vote for"), say(true), { key: "for", pressed: rule.mine === true }),
        button(t("Vote against"), say(false), { key: "against", pressed: rule.mine === false })
      )
  );
}

/** Proposing a rule: chosen from a list, then sent. */
function propose(g) {
  const { memory } = g;
  const choose = event => {
    memory.proposed = event.target.value;
    g.draw();
  };
  const send = async () => {
    const choice = g.rules.choices[Number(memory.proposed)];
    if (choice && (await g.do("propose", { option: choice.option, value: choice.value }))) memory.proposed = "";
  };
  return h(
    "div",
    { key: "propose" },
    h("label", { for: "rule" }, t("Propose a rule")),
    h(
      "select",
      { id: "rule", value: memory.proposed || "", onchange: choose },
      h("option", { value: "" }, "–"),
      g.rules.choices.map((one, n) => h("option", { key: one.words, value: String(n) }, one.words))
    ),
    button(t("Propose"), send, { key: "send", kind: "go", off: memory.proposed ? "" : t("Choose a rule first.") })
  );
}

/** Question to the class: over the table, which has no room to spare, until it is closed. The menu has it again. */
export function classRules(g) {
  const closes = !g.lobby;
  // Only one question at a time, because this one would hide the vote over the table.
  if (!g.rules || (closes && (g.memory.classed === false || (g.vote && !g.vote.voted)))) return null;
  const close = () => {
    g.memory.classed = false;
    g.draw();
  };
  return h(
    "section.label.ruling",
    { key: "ruling", class: g.over || !closes ? "" : "above", "aria-label": t("Class rules") },
    h("h2", {}, t("Class rules")),
    g.rules.rules.length > 0 &&
      h(
        "ul",
        { key: "rules" },
        g.rules.rules.map(rule => vote(g, rule))
      ),
    g.rules.may
      ? propose(g)
      : h("p.soft", { key: "may" }, t("Your proposal is in. One of them may be played in the next hand.")),
    closes && button(t("Continue"), close, { key: "close" })
  );
}
