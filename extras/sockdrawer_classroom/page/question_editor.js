// Questions to the class: predictions and the teacher's own, with the state of the one on the big screen.

import { h, t, warn } from "/dom.js";
import { act, ask, view } from "/teacher/teacher.js";
import { panel, press } from "/teacher/parts.js";

const SENTENCE = 160;
const ANSWER = 40;
const ANSWERS = 5;
const ENOUGH = 5; // minimum number of answers to show any, as on the big screen
const KINDS = [
  ["choice", () => t("Multiple choice")],
  ["scale", () => t("A scale of five")],
  ["number", () => t("A number up to 100")]
];

/** The question on the big screen. */
const shown = s => s.questions.find(one => one.is_shown);

const counted = one => t("{n} of {all} have answered.", { n: one.count, all: one.of });

/** Label of a value. */
const named = ({ kind, answers }, value) =>
  answers[value] ??
  (kind === "number"
    ? `${Math.max(0, value - 2)}–${Math.min(100, value + 2)}`
    : String(value + (kind === "scale" ? 1 : 0)));

/** Class of a value: numbers by fives, as the dots on the big screen. */
const place = ({ kind }, value) => (kind === "number" ? 5 * Math.floor((value + 2) / 5) : value);

/** A line for each answer given, before and after. */
function lines(asked) {
  const both = [asked.before, asked.after].map(values =>
    values.length < ENOUGH ? null : values.map(value => place(asked, value))
  );
  const given = [...new Set(asked.answers.length ? asked.answers.keys() : both.flatMap(values => values || []))].sort(
    (a, b) => a - b
  );
  const count = (values, value) => values.filter(one => one === value).length;
  const most = Math.max(1, ...both.flatMap(values => given.map(value => count(values || [], value))));
  return (
    both.some(Boolean) &&
    h(
      "ul.bars",
      { key: "bars" },
      given.map(value =>
        h(
          "li",
          { key: `v${value}` },
          h("span", {}, named(asked, value)),
          h(
            "span.counts",
            {},
            both.map(
              (values, n) =>
                values &&
                h(
                  "b",
                  { key: `r${n}`, class: n ? "after" : "", title: n ? t("after") : t("before") },
                  count(values, value) > 0 &&
                    h("i", { style: { width: `${(4 * count(values, value)) / most}rem` }, "aria-hidden": "true" }),
                  h("span.unseen", {}, n ? t("after") : t("before")),
                  count(values, value)
                )
            )
          )
        )
      )
    )
  );
}

const was = ({ kind, answers, answer }) =>
  answer.length > 0 &&
  h(
    "p",
    { key: "was" },
    h(
      "b",
      {},
      kind === "number"
        ? t("It was {n}.", { n: answer[0] })
        : t("The result: {places}.", { places: answers.map((name, n) => `${name} ${answer[n]}`).join(", ") })
    )
  );

/** Actions for the question on the big screen. */
function deeds({ number, is_open: open, asked }) {
  const away = press(
    open ? t("Close and put it away") : t("Put it away"),
    () => act("show_question", { question: null }),
    { key: "away" }
  );
  if (open) return [press(t("Close the question"), () => act("close_question"), { kind: "go", key: "close" }), away];
  return [
    asked.prediction &&
      !asked.answer.length &&
      press(t("Show the answer"), () => act("show_answer"), { kind: "go", key: "answer" }),
    asked.rounds < 2 &&
      !asked.answer.length &&
      press(t("Ask it again"), () => act("ask_again", { question: number }), { key: "again" }),
    away
  ];
}

const now = one => [
  h("p", { key: "words" }, h("b", {}, one.asked.words)),
  one.is_open &&
    h(
      "p",
      { key: "count", role: "status" },
      counted(one),
      one.count < ENOUGH && ` ${t("Answers appear once there are {n}.", { n: ENOUGH })}`
    ),
  h("div.two", { key: "deeds" }, deeds(one)),
  was(one.asked),
  lines(one.asked)
];

const before = one =>
  h(
    "li",
    { key: `q${one.number}` },
    h("p", {}, one.asked.words),
    press(t("Show it"), () => act("show_question", { question: one.number }), {
      key: "show",
      name: `${t("Show it")}: ${one.asked.words}`
    })
  );

/** Panel beside the tables with the questions to the class. */
export const questions = s =>
  !s.is_cup &&
  panel(
    "question",
    "vote",
    t("Ask the class"),
    shown(s)
      ? h("div.asked", { key: "now" }, now(shown(s)))
      : press(t("Ask something"), () => ask({ kind: "ask" }), { kind: "wide", key: "ask" }),
    s.questions.some(one => !one.is_shown) &&
      h(
        "ul",
        { key: "before" },
        s.questions
          .filter(one => !one.is_shown)
          .slice(-4)
          .reverse()
          .map(before)
      )
  );

/** Form to type or choose a question. Refused text stays as it was typed. */
export function asking(s, sheet) {
  const kind = view.ask.asks || "choice";
  const send = async (what, fields) => {
    const mine = view.ask;
    if ((await act(what, fields)) && view.ask === mine) ask(null);
  };
  const typed = event => {
    event.preventDefault();
    const { words, ...rest } = Object.fromEntries(new FormData(event.target));
    if (!words.trim()) return warn(t("Type a question first."));
    const answers = Object.values(rest)
      .map(one => one.trim())
      .filter(Boolean);
    return send("ask", kind === "choice" ? { words, kind, answers } : { words, kind });
  };
  const choose = event => {
    view.ask.asks = event.target.value;
    ask(view.ask);
  };
  return sheet(
    h("h2", { id: "h-sheet" }, t("Ask the class")),
    h("p.soft", { key: "how" }, t("Every phone gets the question. Nobody sees who answered what.")),
    s.predictions.length > 0 &&
      h(
        "div.predictions",
        { key: "predictions" },
        h("h3", {}, t("What will happen?")),
        s.predictions.map(({ name, words }) =>
          press(words, () => send("predict", { name }), { key: name, kind: "wide" })
        )
      ),
    h(
      "form.asking",
      { key: "form", onsubmit: typed },
      h("h3", {}, t("Your own question")),
      h("label", { for: "words" }, t("Your question")),
      h("input", { id: "words", name: "words", maxlength: SENTENCE, autocomplete: "off" }),
      h("label", { for: "kind" }, t("Possible answers")),
      h(
        "select",
        { id: "kind", value: kind, onchange: choose },
        KINDS.map(([one, words]) => h("option", { key: one, value: one }, words()))
      ),
      kind === "choice" &&
        h(
          "div.answers",
          { key: "answers", role: "group", "aria-label": t("Multiple choice") },
          Array.from({ length: ANSWERS }, (_one, n) =>
            h("input", {
              key: `a${n}`,
              name: `a${n}`,
              maxlength: ANSWER,
              autocomplete: "off",
              "aria-label": t("Answer {n}", { n: n + 1 }),
              placeholder: t("Answer {n}", { n: n + 1 })
            })
          )
        ),
      h("button.press.go", { type: "submit" }, t("Ask it"))
    )
  );
}
