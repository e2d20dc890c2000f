// Overlays of the teacher's page: actions for a person, or a question that confirms one.

import { h, t, warn } from "/dom.js";
import { act, ask, view } from "/teacher/teacher.js";
import { asking } from "/teacher/question_editor.js";
import { rares } from "/teacher/head.js";
import { headOf, press, sign } from "/teacher/parts.js";
import { isTold } from "/teacher/sidebar.js";

/** Sheet with a heading. Escape, its cross, or a press beside it closes it. */
const sheet = (title, ...kids) =>
  h(
    "div.veil",
    {
      key: "veil",
      onclick: event => {
        if (event.target === event.currentTarget) ask(null);
      }
    },
    h(
      "section.panel.sheet",
      { role: "dialog", "aria-modal": "true", "aria-labelledby": "h-sheet", onkeydown: hold },
      h(
        "div.bar",
        {},
        title,
        h("button.round", { type: "button", "aria-label": t("Close"), onclick: () => ask(null) }, sign("shut"))
      ),
      kids
    )
  );

/** Keep the focus in the sheet. */
function hold(event) {
  if (event.key !== "Tab") return;
  const stops = [...event.currentTarget.querySelectorAll("a, button, input, select")];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
}

const then = (what, fields) => async () => {
  ask(null);
  await act(what, fields);
};

/** A person's chair and table, or no seat. */
function find(s, number) {
  for (const table of s.tables) {
    const chair = table.chairs.find(({ person }) => person === number);
    if (chair) return { table, chair, name: chair.name, look: chair };
  }
  const person = s.unseated.find(one => one.number === number);
  return person && { name: person.name, look: person };
}

function moves(s, person, found) {
  const others = s.tables.filter(({ number, is_stopped: done }) => number !== found.table?.number && !done);
  const going = found.chair?.moves_to ?? null;
  return h(
    "div.ways",
    { key: "ways", role: "group", "aria-label": t("Another seat") },
    others.map(({ number, free }) =>
      press(
        t("To table {n}", { n: number }),
        free ? then("seat", { person, table: number }) : () => ask({ kind: "swap", person, table: number }),
        {
          key: `to${number}`,
          kind: going === number ? "gold" : "",
          name: free ? undefined : t("To table {n}, swapping with someone", { n: number })
        }
      )
    ),
    found.chair && going === null && press(t("No seat"), then("stand", { person }), { key: "stand" }),
    found.chair && going !== null && press(t("Keep seat"), then("stay", { person }), { key: "stay", kind: "gold" })
  );
}

function naming(person, found) {
  const say = async event => {
    event.preventDefault();
    const name = document.getElementById("name").value.trim();
    if (!name) return warn(t("That isn't a name."));
    const mine = view.ask; // something else may be there when the answer comes
    if ((await act("rename", { person, name })) && view.ask === mine) ask(null);
  };
  return h(
    "form.naming",
    { key: "naming", onsubmit: say },
    h("label", { for: "name" }, t("Name")),
    h("input", { id: "name", maxlength: "40", autocomplete: "off", spellcheck: "false", placeholder: found.name }),
    h("button.press", { type: "submit" }, t("Rename"))
  );
}

/** Menu of everything that can be done with a person. */
function menu(s, person) {
  const found = find(s, person);
  if (!found) return sheet(h("h2", { id: "h-sheet" }, t("They've left.")));
  const { chair } = found;
  const plays = chair && s.phase === "playing";
  return sheet(
    h(
      "h2",
      { id: "h-sheet" },
      headOf(found.look),
      h("span", {}, found.name),
      chair &&
        h("small", {}, [t("Table {n}", { n: found.table.number }), chair.title, chair.words].filter(Boolean).join(", "))
    ),
    !isTold(s) && moves(s, person, found),
    chair &&
      ["playing", "last_hand"].includes(s.phase) &&
      h("p.soft", { key: "when" }, t("Nobody leaves a table during a hand.")),
    plays &&
      h(
        "div.two",
        { key: "help" },
        press(t("Nudge"), then("nudge", { person }), { key: "nudge" }),
        chair.is_bot
          ? press(t("Let them play"), then("back", { person }), { key: "back", kind: "go" })
          : press(t("Bot takes over"), then("bot", { person }), { key: "bot", icon: "bot" })
      ),
    naming(person, found),
    press(
      t("Remove from the lesson"),
      () =>
        ask({
          kind: "sure",
          title: t("Remove {name}?", { name: found.name }),
          words: t("The phone is disconnected. A computer takes over, and someone else can have the chair."),
          yes: t("Remove"),
          bad: true,
          then: () => act("remove", { person })
        }),
      { key: "remove", kind: "bad wide" }
    )
  );
}

/** Choice of the person to swap with at a full table. */
function swap(s, { person, table }) {
  const found = find(s, person);
  const there = s.tables.find(({ number }) => number === table);
  const free = there.chairs.filter(chair => chair.person !== null && chair.moves_to === null);
  return sheet(
    h("h2", { id: "h-sheet" }, t("Table {n} is full", { n: table })),
    h(
      "p",
      { key: "who" },
      found?.chair
        ? t("Who does {name} swap places with?", { name: found?.name ?? "" })
        : t("Who makes room for {name}?", { name: found?.name ?? "" })
    ),
    h(
      "div.ways",
      { key: "whom" },
      free.map(chair =>
        press(
          chair.name,
          found?.chair
            ? then("swap", { person, with: chair.person })
            : async () => {
                ask(null);
                (await act("stand", { person: chair.person })) && act("seat", { person, table });
              },
          { key: `w${chair.person}`, name: [chair.title, chair.name].filter(Boolean).join(" ") }
        )
      )
    ),
    press(t("Back"), () => ask({ kind: "person", person }), { key: "back" })
  );
}

const sure = asked =>
  sheet(
    h("h2", { id: "h-sheet" }, asked.title),
    h("p", { key: "words" }, asked.words),
    h(
      "div.two",
      { key: "two" },
      press(t("Not now"), () => ask(null), { key: "no" }),
      press(
        asked.yes,
        () => {
          ask(null);
          asked.then();
        },
        { key: "yes", kind: asked.bad ? "bad" : "go" }
      )
    )
  );

const more = s => sheet(h("h2", { id: "h-sheet" }, t("All tables")), h("div.all", { key: "acts" }, rares(s)));

/** Links to the handouts. Each opens in a new tab and prints itself. */
const handouts = s =>
  sheet(
    h("h2", { id: "h-sheet" }, t("Handouts")),
    h("p", { key: "words" }, t("Each is one A4 page, without names.")),
    h(
      "div.two",
      { key: "pages" },
      [
        ["pupils", t("For pupils")],
        ["teacher", t("For the teacher")]
      ].map(([page, words]) =>
        h(
          "a.press",
          { key: page, href: `/play/${s.handouts}-${page}.html#print`, target: "_blank", rel: "noopener" },
          words
        )
      )
    )
  );

/** Button that starts round two. */
const round = s =>
  sheet(
    h("h2", { id: "h-sheet" }, t("Swap the rules: round 2")),
    h("p", { key: "words" }, s.swap.words),
    h(
      "p.soft",
      { key: "more" },
      t(
        "If people keep their seats, each table changes after its own hand. If seats are redrawn, all wait for the slowest table, and everyone still gets the rule they haven't had."
      )
    ),
    h(
      "div.two",
      { key: "ways" },
      press(t("Keep seats"), then("swap_rules", { people: "stay" }), { key: "stay", kind: "go" }),
      press(t("Redraw seats"), then("swap_rules", { people: "drawn" }), { key: "drawn", kind: "go" })
    ),
    press(t("Not now"), () => ask(null), { key: "no" })
  );

/** Overlay of the page. */
export function dialog(s) {
  const asked = view.ask;
  const kinds = {
    more: () => more(s),
    sure: () => sure(asked),
    swap: () => swap(s, asked),
    round: () => round(s),
    ask: () => asking(s, sheet),
    handouts: () => handouts(s),
    person: () => menu(s, asked.person)
  };
  return kinds[asked.kind]();
}
