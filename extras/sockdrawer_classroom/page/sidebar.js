// The column next to the tables: people who need the teacher or a seat, the big screen, and questions to the class.

import { h, t } from "/dom.js";
import { act, ask, small } from "/teacher/teacher.js";
import { questions } from "/teacher/question_editor.js";
import { headOf, panel, press, sign, toggle } from "/teacher/parts.js";

/** Actions for a person who needs help. */
function help({ why, person }) {
  if (why === "away")
    return [press(t("Bot takes over"), () => act("bot", { person }), { kind: "night wide", icon: "bot" })];
  if (why === "long")
    return [
      press(t("Nudge"), () => act("nudge", { person })),
      press(t("Bot"), () => act("bot", { person }), { name: t("Bot takes over") })
    ];
  if (why === "claim")
    return [
      press(t("Let in"), () => act("admit", { person }), { kind: "go" }),
      press(t("No"), () => act("deny", { person }))
    ];
  return [];
}

const need = one => {
  const at = one.name ? one.words.indexOf(one.name) : -1;
  const words =
    at < 0 ? one.words : [one.words.slice(0, at), h("b", {}, one.name), one.words.slice(at + one.name.length)];
  return h("li", { key: `${one.why} ${one.person} ${one.table}` }, h("p", {}, words), h("div.two", {}, help(one)));
};

const needs = s =>
  panel(
    "needs",
    "alert",
    t("Needs you"),
    s.needs.length
      ? h("b.count", { key: "count", "aria-label": t("{n} of them", { n: s.needs.length }) }, s.needs.length)
      : null,
    s.needs.length ? h("ul", { key: "list" }, s.needs.map(need)) : h("p.soft", { key: "calm" }, t("Nobody right now."))
  );

const standing = (s, person) =>
  h(
    "li.row",
    { key: `p${person.number}`, "data-person": person.number },
    h(
      "button",
      {
        type: "button",
        "aria-haspopup": "dialog",
        onclick: () => ask({ kind: "person", person: person.number }),
        "aria-label": [
          person.name,
          person.is_away && t("no phone"),
          person.moves_to && t("to table {n}", { n: person.moves_to })
        ]
          .filter(Boolean)
          .join(", ")
      },
      h("span.grip", { html: sign("grip").props.html, "aria-hidden": "true" }),
      headOf(person),
      h("span.name", {}, person.name),
      person.moves_to
        ? h("span.pill.moves", {}, t("to table {n}", { n: person.moves_to }))
        : person.is_away && h("span.pill.away", {}, t("no phone"))
    )
  );

const unseated = s =>
  panel(
    "unseated",
    "person",
    t("No seat yet"),
    s.unseated.length > 0 &&
      h(
        "ul.people",
        { key: "people" },
        s.unseated.map(person => standing(s, person))
      ),
    h("div.drop", { key: "drop", "data-table": "0" }, t("Drop a name here")),
    h(
      "p.soft",
      { key: "how" },
      small.matches || s.phase === "gathering"
        ? t("Drag a name to a table, or tap it.")
        : t("Drag a name to a table. The move follows the hand.")
    ),
    toggle(t("More people can join"), s.door_open, on => act("door", { open: on }))
  );

/** True if play is over: the class looks at its charts, and seats no longer matter. */
export const isTold = s => s.phase === "debrief";

/** True if the door and its drop place come after the tables, as on a phone while everyone has a seat. */
const isLate = s => small.matches && s.unseated.length === 0 && s.phase !== "gathering";

/** People who need help or a seat. */
export const alerts = s =>
  (!isTold(s) || s.needs.length > 0) &&
  h("div.alerts", { key: "alerts" }, needs(s), !isTold(s) && !isLate(s) && unseated(s));
export const lateAlerts = s => !isTold(s) && isLate(s) && unseated(s);

const large = s =>
  h(
    "label.large",
    { key: "large" },
    h("span", {}, t("Large")),
    h(
      "select",
      {
        value: s.big.large === null ? "0" : String(s.big.large),
        onchange: event => {
          event.target.blur();
          act("large", { table: Number(event.target.value) || null });
        }
      },
      h("option", { value: "0" }, t("all tables")),
      s.tables.map(({ number }) => h("option", { key: number, value: String(number) }, t("Table {n}", { n: number })))
    )
  );

/** Content of the big screen. */
export const big = s =>
  panel(
    "big",
    "screen",
    t("Big screen"),
    toggle(t("First names"), s.big.first_names, on => act("big", { first_names: on })),
    !isTold(s) && [
      toggle(t("News ticker"), s.big.news, on => act("big", { news: on })),
      toggle(t("Sound"), s.big.sound, on => act("big", { sound: on })),
      toggle(t("Rules on phones"), s.big.rules, on => act("big", { rules: on })),
      large(s)
    ]
  );

// Questions to the class.

function round(s, name, words, count) {
  const open = s.vote.open === name;
  const told = t("{n} of {all} have voted.", { n: count, all: s.vote.of });
  return h(
    "div.asked",
    { key: name },
    h("p", {}, h("b", {}, words), h("br", {}), told),
    press(open ? t("Close the vote") : t("Open the vote"), () => act("vote", { open: !open, round: name }), {
      kind: open ? "night" : "",
      key: `vote ${name}`,
      name: `${words}: ${open ? t("Close the vote") : t("Open the vote")}`
    })
  );
}

const votes = s =>
  s.vote.has_any &&
  panel(
    "vote",
    "vote",
    t("What decides it?"),
    round(s, "before", t("Before the charts"), s.vote.before),
    round(s, "after", t("After the charts"), s.vote.after)
  );

const proposal = (s, rule) =>
  h(
    "li",
    { key: `r${rule.number}` },
    h(
      "p",
      {},
      h("b", {}, rule.words),
      h("br", {}),
      rule.name ? t("{name}: {yes} for, {no} against.", rule) : t("{yes} for, {no} against.", rule)
    ),
    rule.played
      ? h("p.pill.leads", {}, t("in play"))
      : !isTold(s) &&
          h(
            "div.two",
            {},
            s.phase === "playing" &&
              press(t("Play it next hand"), () => act("play_rule", { rule: rule.number }), { kind: "go wide" }),
            press(t("Take it off"), () => act("drop_rule", { rule: rule.number }))
          )
  );

/** Rules that the teacher can propose; the class can propose the same ones. */
function forward(s) {
  const choose = event => {
    const choice = s.choices[Number(event.target.value)];
    event.target.blur();
    event.target.value = "no";
    if (choice) act("propose", { option: Object.keys(choice.options)[0], value: Object.values(choice.options)[0] });
  };
  return h(
    "label.rules",
    { key: "forward" },
    h("span.unseen", {}, t("Propose a rule")),
    h(
      "select",
      { value: "no", onchange: choose },
      h("option", { value: "no" }, t("Propose a rule")),
      s.choices.map((one, n) => h("option", { key: one.words, value: String(n) }, one.words))
    )
  );
}

const proposed = s =>
  panel(
    "rules",
    "",
    t("Class rules"),
    !isTold(s) && toggle(t("Pupils propose and vote"), s.rules_open, on => act("proposals", { open: on })),
    s.rules.length > 0 &&
      h(
        "ul",
        { key: "list" },
        s.rules.map(rule => proposal(s, rule))
      ),
    !isTold(s) && forward(s)
  );

/** Questions to the class. */
export const asks = s =>
  h("div.asks", { key: "asks" }, questions(s), votes(s), (!isTold(s) || s.rules.length > 0) && proposed(s));
