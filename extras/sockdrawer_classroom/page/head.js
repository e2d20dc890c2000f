// The head of the teacher's page: the class, the clock, and actions for all tables.

import { h, t } from "/dom.js";
import { act, ask, small } from "/teacher/teacher.js";
import { press, sign } from "/teacher/parts.js";
import { isTold } from "/teacher/sidebar.js";

/** Players and game in a line. */
const pupils = n => (n === 1 ? t("1 pupil") : t("{n} pupils", { n }));
const people = n => (n === 1 ? t("1 person") : t("{n} people", { n }));
const about = s =>
  [s.game_title, (s.is_cup ? people : pupils)(s.people), s.round > 1 && t("round {n}", { n: s.round })]
    .filter(Boolean)
    .join(", ");

const clock = s =>
  !isTold(s) &&
  s.clock.words &&
  h(
    "p.clock",
    { key: "clock" },
    sign("clock"),
    h("span", {}, h("b", {}, s.clock.words), s.clock.last_hand && h("small", {}, s.clock.last_hand))
  );

/** Do something after the teacher has confirmed it. */
const sure = (title, words, yes, then) => ask({ kind: "sure", title, words, yes, then });

// A cup decides who meets and when it is over.
const gathers = s => !s.is_cup && s.phase === "gathering";
const plays = s => !s.is_cup && s.phase === "playing";
const runs = s => !isTold(s) && s.phase !== "gathering" && !s.is_over;

/**
 * Actions for all tables, in the order shown. Each has a `key`; of actions with the same key only one is offered at a
 * time. `when` (of the state) says if it is offered. It has `words`, a longer `name` if they are not enough, an `icon`,
 * and a `kind`: "go" for the most likely action, "night" for one that stops everything. On a phone a `rare` action
 * (always or depending on the state) is under *More*, because there is room for one action under the thumb; `rarest`
 * also if the head has one row for four. `go` (of the state) does it.
 */
const ACTS = [
  {
    key: "more",
    when: s => gathers(s) || plays(s),
    rare: true,
    icon: "plus",
    words: () => t("{n} min", { n: 5 }),
    name: () => t("{n} more minutes", { n: 5 }),
    go: () => act("more", { minutes: 5 })
  },
  { key: "shuffle", when: gathers, rare: true, words: () => t("Shuffle seats"), go: () => act("shuffle") },
  { key: "list", when: gathers, rare: true, words: () => t("Seats by list"), go: () => act("by_list") },
  { key: "ask", when: s => !s.is_cup, rarest: true, words: () => t("Ask the class"), go: () => ask({ kind: "ask" }) },
  {
    key: "begin",
    when: s => s.phase === "gathering",
    kind: "go",
    icon: "go",
    words: () => t("Begin"),
    go: () => act("begin")
  },
  {
    key: "swap",
    when: s => s.swap.may,
    rare: s => !isTold(s),
    icon: "swap",
    words: () => t("Round 2"),
    name: () => t("Swap the rules: round 2"),
    go: () => ask({ kind: "round" })
  },
  {
    key: "swap",
    when: s => s.swap.told,
    rare: true,
    icon: "swap",
    words: () => t("Start round 2 now"),
    go: s =>
      sure(
        t("Start round 2 now?"),
        `${s.swap.told} ${t("Unfinished hands don't count.")}`,
        t("Start it now"),
        () => act("round_now")
      )
  },
  {
    key: "last",
    when: plays,
    rare: true,
    icon: "flag",
    words: () => t("Last hand"),
    go: () =>
      sure(
        t("Call the last hand?"),
        t("Every table finishes its hand. No new hands start."),
        t("Call it"),
        () => act("last_hand")
      )
  },
  {
    key: "pause",
    when: s => runs(s) && !s.is_paused,
    kind: "night",
    icon: "pause",
    words: () => t("Pause all"),
    go: () => act("pause")
  },
  {
    key: "pause",
    when: s => runs(s) && s.is_paused,
    kind: "go",
    icon: "go",
    words: () => t("Continue"),
    go: () => act("resume")
  },
  {
    key: "debrief",
    when: s => !s.is_cup && s.phase !== "gathering" && !isTold(s),
    rare: s => !s.is_over,
    kind: "go",
    words: () => t("Go to debrief"),
    go: s =>
      s.is_over
        ? act("to_debrief")
        : sure(
            t("Go to debrief?"),
            t("All tables stop at once. Unfinished hands don't count."),
            t("Stop and debrief"),
            () => act("to_debrief")
          )
  },
  {
    key: "handouts",
    when: s => isTold(s) && s.handouts,
    kind: "go",
    words: () => t("Handouts"),
    go: async () => {
      (await act("handouts")) && ask({ kind: "handouts" });
    }
  }
];

const offered = s => ACTS.filter(one => one.when(s));
const is = (s, rare = false) => (typeof rare === "function" ? rare(s) : rare);
const rarity = (s, { rare, rarest }) => (is(s, rarest) ? "rare rarest" : is(s, rare) ? "rare" : "");
const deed = (s, one, kind = "") =>
  press(one.words(s), () => one.go(s), {
    key: one.key,
    kind: `${one.kind || ""} ${kind}`,
    icon: one.icon,
    name: one.name?.(s)
  });

/** Actions for all tables at this point of the lesson. */
function deeds(s) {
  const acts = offered(s);
  return [
    isTold(s) && h("p.told", { key: "told" }, t("The debrief is on the big screen.")),
    s.swap.told && h("p.told", { key: "waits" }, s.swap.told),
    acts.map(one => deed(s, one, rarity(s, one))),
    acts.some(one => rarity(s, one)) &&
      press(t("More"), () => ask({ kind: "more" }), {
        key: "all",
        kind: acts.some(one => is(s, one.rarest)) ? "all also" : "all",
        icon: "dots"
      })
  ];
}

/** Actions under *More*; each closes the overlay. */
export const rares = s =>
  offered(s)
    .filter(one => (small.matches ? rarity(s, one) : is(s, one.rarest)))
    .map(one =>
      deed(
        s,
        {
          ...one,
          go: () => {
            ask(null);
            one.go(s);
          }
        },
        "wide"
      )
    );

export const head = s => [
  h(
    "div.title",
    { key: "title" },
    h("h1", { tabindex: "-1" }, s.title || s.game_title),
    h("p", {}, s.is_rehearsal && h("b.pill.leads", {}, t("Rehearsal")), s.is_rehearsal && " ", about(s))
  ),
  clock(s),
  h("div.deeds", { key: "deeds", role: "group", "aria-label": t("All tables") }, deeds(s))
];
