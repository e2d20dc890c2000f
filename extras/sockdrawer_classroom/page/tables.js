// The tables: their seats, their state, and the rules they play by.

import { h, t } from "/dom.js";
import { act, ask, draw, small, view } from "/teacher/teacher.js";
import { chairOf, headOf, sign } from "/teacher/parts.js";

/** All that a row shows, for a screen reader. */
const aloud = chair =>
  [
    chair.title,
    chair.name,
    chair.words && (chair.status === "long" ? t("thinking: {time}", { time: chair.words }) : chair.words)
  ]
    .filter(Boolean)
    .join(", ");

const pill = chair => chair.words && h("span.pill", { class: chair.status, key: "pill" }, chair.words);

/** A row: a person can be moved and has a menu; a computer's seat has room for a person. */
function row(s, table, chair) {
  const inside = [chairOf(chair.rank), headOf(chair), h("span.who", {}, h("span.name", {}, chair.name), pill(chair))];
  const drop = { "data-table": table.number, "data-chair": chair.seat };
  if (chair.person === null && s.phase === "gathering")
    return h(
      "li.row.free.empty",
      { key: `c${chair.seat}`, ...drop },
      h("span.grip", {}),
      h("span.name", {}, t("free"))
    );
  if (chair.person === null)
    return h(
      "li.row.free",
      { key: `c${chair.seat}`, ...drop },
      h("span.grip", {}),
      h("span.unseen", {}, aloud(chair)),
      inside.map(part => part && hidden(part))
    );
  return h(
    "li.row",
    { key: `c${chair.seat}`, class: chair.status, ...drop, "data-person": chair.person },
    h(
      "button",
      {
        type: "button",
        "aria-haspopup": "dialog",
        "aria-label": aloud(chair),
        onclick: () => ask({ kind: "person", person: chair.person })
      },
      h("span.grip", { html: sign("grip").props.html, "aria-hidden": "true" }),
      inside
    )
  );
}

const hidden = part => ({ ...part, props: { ...part.props, "aria-hidden": "true" } });

/** Choice of a table's rules; they apply from the next hand on. */
export function rules(s, table) {
  const same = choice => Object.entries(choice.options).every(([name, value]) => table.options[name] === value);
  const first = s.choices.filter(choice => choice.first);
  const now = first.findIndex(choice => same(choice) && choice.words === table.rule);
  const choose = event => {
    const choice = s.choices[Number(event.target.value)];
    event.target.blur();
    if (choice) act("rules", { table: table.number, options: choice.options });
  };
  const option = choice => h("option", { key: choice.words, value: String(s.choices.indexOf(choice)) }, choice.words);
  const others = s.choices.filter(choice => !choice.first && !same(choice));
  return h(
    "label.rules",
    { key: "rules" },
    h("span.unseen", {}, t("Rules of table {n}", { n: table.number })),
    h(
      "select",
      { value: now < 0 ? "now" : String(s.choices.indexOf(first[now])), onchange: choose, disabled: table.is_stopped },
      now < 0 && h("option", { key: "now", value: "now" }, table.rule),
      first.map(option),
      h("optgroup", { key: "more", label: t("More rules") }, others.map(option))
    )
  );
}

const told = table =>
  [
    table.hand ? t("Hand {n}", { n: table.hand }) : "",
    table.is_stopped ? t("finished") : table.changes ? t("new rules next") : ""
  ]
    .filter(Boolean)
    .join(", ");

/** People at a folded table; before the first hand without computers. */
function few(s, table) {
  const seen = table.chairs.filter(({ person }) => person !== null || s.phase !== "gathering");
  return h(
    "p.few",
    { key: "few" },
    seen.length
      ? seen.map(chair => h("span", { key: `f${chair.seat}` }, headOf(chair), h("span.name", {}, chair.name)))
      : h("span.soft", {}, t("free"))
  );
}

function card(s, table) {
  const act_ = () => act(table.is_paused ? "resume" : "pause", { table: table.number });
  const name = table.is_paused
    ? t("Resume table {n}", { n: table.number })
    : t("Pause table {n}", { n: table.number });
  const title = t("Table {n}", { n: table.number });
  const isOpen = !small.matches || (view.folds.get(table.number) ?? isTroubled(table));
  const fold = () => {
    view.folds.set(table.number, !isOpen);
    draw();
  };
  return h(
    "section.table",
    {
      key: `t${table.number}`,
      class: `${table.needs_you ? "needs" : ""} ${table.is_paused ? "paused" : ""}`,
      "data-table": table.number,
      "aria-labelledby": `table${table.number}`
    },
    h(
      "div.bar",
      { key: "bar" },
      h(
        "h2",
        { id: `table${table.number}` },
        small.matches
          ? h("button.fold", { type: "button", "aria-expanded": String(isOpen), onclick: fold }, sign("fold"), title)
          : title
      ),
      h(
        "span.state",
        {},
        h("span.hand", {}, told(table)),
        table.is_paused && h("span.pill.halt", { key: "halt" }, t("paused"))
      ),
      s.phase !== "gathering" &&
        !table.is_stopped &&
        h(
          "button.round",
          { key: "pause", type: "button", "aria-label": name, title: name, onclick: act_ },
          sign(table.is_paused ? "go" : "pause")
        )
    ),
    isOpen
      ? [
          h(
            "ol",
            { key: "rows" },
            table.chairs.map(chair => row(s, table, chair))
          ),
          rules(s, table)
        ]
      : few(s, table)
  );
}

/** True if anyone there has waited long, is offline, asks, or has fallen asleep. */
const isTroubled = table =>
  table.needs_you || table.chairs.some(chair => chair.is_away || (chair.is_bot && chair.person !== null));

/** The tables. On a phone those with problems come first, the most urgent first, and all others are folded. */
export function tables(s) {
  const place = ({ needs_you: needs, number }) =>
    needs ? s.needs.findIndex(one => one.table === number) - s.needs.length : 0;
  const seen = small.matches
    ? [...s.tables].sort((one, other) => place(one) - place(other) || isTroubled(other) - isTroubled(one))
    : s.tables;
  return h(
    "div.tables",
    { key: "tables" },
    seen.map(table => card(s, table))
  );
}
