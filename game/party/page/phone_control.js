// Control of the evening from the phones: votes, the next step and its stop button, and the goodbye.

import { button, counted, h, list, t } from "/dom.js";
import { brief, crowned, head, parade, sheetOf } from "/widgets.js";
import { act, draw, line, view } from "/state.js";

const MAIN = ["start", "again", "on", "skip"]; // most common next choices: the one green button
const LEAVING = ["later", "abandon"]; // ways to leave a running match
const isLesson = ({ key }) => key.startsWith("learn ");
/** Choices with a separate sheet. */
export const SHEETS = { games: () => t("Another game"), house: () => t("Change rules") };

/**
 * The state this phone decides by: the bench's while it waits for a seat, even if it watches a match.
 */
export const steered = () => view.bench || view.state;

/** Heads of the people who want something, including those who wait for a seat. */
const heads = (s, seats) =>
  seats.length > 0 &&
  h(
    "span.heads",
    { "aria-hidden": "true" },
    seats
      .slice(0, 5)
      .map(seat => s.seats[seat]?.look ?? s.bench?.[seat])
      .filter(look => look >= 0)
      .map(look => head(look, "open"))
  );

let voiced = -Infinity;
/** Do what was tapped once. The second half of a double tap would withdraw a vote, or stop what the first began. */
function once(what, fields) {
  const now = performance.now();
  if (now < voiced + view.inputCooldownMs) return;
  voiced = now;
  act(what, fields);
}

const propose = (s, key) => once("propose", { key: s.steer.mine === key ? "" : key });

/** Button that votes for something, and shows who has voted for it. */
function voice(s, motion, { kind = "", words = motion.words, label = words, icon } = {}) {
  const voted = motion.for.length;
  const told = voted > 0 && t("{n} of {all}", { n: voted, all: motion.needs });
  return button(label, () => propose(s, motion.key), {
    key: `motion ${motion.key}`,
    kind: `${kind} motion`,
    icon,
    pressed: s.steer.remote ? undefined : s.steer.mine === motion.key,
    name: told ? `${words}, ${told}` : label === words ? undefined : words,
    more: told && h("span.votes", { "aria-hidden": "true" }, heads(s, motion.for), h("small", {}, told))
  });
}

/** All values of a sheet that have votes, each as a button. */
const proposed = s =>
  Object.values(s.steer.sheets)
    .flat()
    .flatMap(row => row.values)
    .filter(one => one.for.length > 0);

const opener = (s, name) =>
  s.steer.sheets[name] &&
  button(
    SHEETS[name](),
    () => {
      view.sheet = name;
      draw();
    },
    { key: `open ${name}` }
  );

/** The button for the first lesson, on this phone. */
export const lessonButton = s => s.steer?.motions.filter(isLesson).map(one => voice(s, one, { kind: "gold", words: one.label }));

/** The games to choose from before there is one, each with its players and minutes. */
export const gameChoice = s =>
  !s.game &&
  s.steer?.sheets.games &&
  h(
    "section.label.games",
    { key: "choice" },
    h("h2", {}, t("Which game?")),
    h(
      "div.motions",
      { role: "group", "aria-label": t("Which game?") },
      s.steer.sheets.games[0].values.map(one =>
        voice(s, one, { words: one.label, label: gameLabel(one.label), icon: emblemOf(one.key) })
      )
    )
  );

/** A game's title over its players and minutes. */
const gameLabel = words => {
  const [title, ...facts] = words.split(" · ");
  return [h("b", {}, title), " ", h("small", {}, facts.join(" · "))];
};

const emblemOf = key => `<img alt="" width="100%" src="/play/${key.slice(5)}.emblem.svg">`;

const first = s => s.steer.motions.find(({ key }) => MAIN.includes(key));

/**
 * Button for the most common choice, for the bar. While something is about to happen, that and how to stop it take its
 * place.
 */
export function steerBar(s) {
  if (!s?.steer || (s.vote && !s.vote.voted)) return [];
  const main = first(s);
  if (!main && !s.steer.passed) return [];
  return [
    h(
      "div.steer",
      { key: "steer", class: s.steer.passed ? "passing" : "" },
      main && voice(s, main, { kind: "go" }),
      s.steer.passed && passing(s)
    )
  ];
}

/** Everything else that can be decided. */
export function steering(s) {
  if (!s?.steer) return null;
  const others = s.steer.motions.filter(one => !MAIN.includes(one.key) && !isLesson(one));
  const last = others.filter(({ key }) => key === "enough");
  const note = first(s)?.label;
  return h(
    "section.label.steering",
    { key: "steering", "aria-label": t("What happens next") },
    s.steer.remote &&
      h("p.soft", { key: "remote" }, t("This phone is the host's remote. Its choices take effect at once.")),
    note && h("p.soft", { key: "note" }, note),
    h(
      "div.motions",
      { role: "group", "aria-label": t("What happens next") },
      s.game && proposed(s).map(one => voice(s, one)),
      s.game && opener(s, "games"),
      opener(s, "house"),
      others.filter(one => !last.includes(one)).map(one => voice(s, one)),
      last.map(one => voice(s, one, { kind: "last" }))
    )
  );
}

/** Ways to leave a running match, in the menu; those with votes are over the table too. */
export const leavings = s => {
  const motions = (s?.steer?.motions || []).filter(({ key }) => LEAVING.includes(key));
  return motions.map(one => voice(s, one));
};

/** Proposals of others about a running match. */
export const leavingVotes = s => {
  const asked = (s.steer?.motions || []).filter(one => LEAVING.includes(one.key) && one.for.length > 0);
  return (
    !s.over &&
    asked.length > 0 &&
    h(
      "section.label.ask",
      { key: "leaving", role: "group", "aria-label": t("What happens next") },
      asked.map(one => voice(s, one))
    )
  );
};

// The next step.

let ends = 0; // the same by this phone's clock
let known = "";

/** Take in a new state: when the announced decision takes effect. A screen reader hears of it once. */
export function hearSteer(s, old) {
  if (s.steer && !old?.steer) voiced = performance.now(); // the tap may be the second one on what was there before
  const now = s.steer?.passed;
  if (!now) {
    known = "";
    return "";
  }
  const key = `${now.key} ${s.match ?? s.game}`;
  if (known === key && old?.steer?.passed?.left === now.left) return "";
  ends = performance.now() + now.left;
  const news = known !== key;
  known = key;
  return news
    ? `${now.words}. ${counted("In {n} second. Anyone can stop it.", "In {n} seconds. Anyone can stop it.", seconds())}`
    : "";
}

const seconds = () => Math.max(0, Math.ceil((ends - performance.now()) / 1000));

const passing = s =>
  h(
    "div.passing",
    { key: "passing" },
    h("b.seconds", { "aria-hidden": "true" }, seconds()),
    h("p", { role: "status" }, h("b", {}, s.steer.passed.words), h("small", {}, t("Anyone can stop it."))),
    button(t("Stop"), () => once("stop"), { key: "stop", kind: "stop" })
  );

setInterval(() => {
  if (steered()?.steer?.passed) draw();
}, 500);

// Sheets: other games, and the house rules.

/** Choices of the open sheet. */
export function steerSheet(s, close) {
  const rows = s.steer.sheets[view.sheet];
  const say = key => {
    act("propose", { key });
    if (view.sheet === "games") close();
  };
  return sheetOf(
    "steersheet",
    SHEETS[view.sheet](),
    close,
    view.sheet === "games"
      ? h(
          "div.motions",
          { key: "games" },
          rows[0].values.map(one =>
            button(gameLabel(one.label), () => say(one.key), {
              key: one.key,
              name: one.label,
              icon: emblemOf(one.key)
            })
          )
        )
      : [
          h(
            "p.soft",
            { key: "how" },
            s.steer.remote
              ? t("Your choices take effect at once.")
              : t("Your choice is a proposal. It takes effect once enough players agree.")
          ),
          rows.map((row, n) => ruleRow(s, row, n, say))
        ]
  );
}

/** A rule with its value, which can be chosen from a list. */
function ruleRow(s, row, n, say) {
  const mine = row.values.find(({ key }) => key === s.steer.mine);
  return h(
    `div.rulerow${row.changed ? ".changed" : ""}`,
    { key: row.title },
    h("label", { for: `row${n}` }, row.title),
    h(
      "select",
      { id: `row${n}`, value: mine?.key ?? "", onchange: event => say(event.target.value) },
      h("option", { key: "now", value: "" }, row.now),
      row.values.map(one => h("option", { key: one.key, value: one.key }, one.label))
    ),
    row.means && h("small.soft", { key: "means" }, row.means),
    mine &&
      h("small", { key: "mine", role: "status" }, t("proposed: {n} of {all}", { n: mine.for.length, all: mine.needs }))
  );
}

// Handing on the host's remote.

/** Menu entries for handing the remote to someone else. */
export const remoteMenu = (s, close) =>
  (s?.heirs || [])
    .filter(seat => s.seats[seat])
    .map(seat =>
      button(
        t("Hand the remote to {name}", { name: brief(s.seats[seat].name) }),
        () => {
          act("remote", { seat });
          close();
        },
        { key: `heir ${seat}` }
      )
    );

// The goodbye.

/** Wins of this evening. */
export const farewell = matches => [
  parade(),
  h(
    "section.label.middle.farewell",
    { key: "farewell" },
    h("h2", {}, t("That's a wrap!")),
    matches.length > 0 &&
      h(
        "ol.finals",
        { key: "evening", "aria-label": t("This evening") },
        matches.map(({ title, winners }, n) =>
          h(
            "li",
            { key: `m${n}` },
            winners.length > 0 && winners.length < 3 ? winners.map(({ look }) => crowned(look)) : false,
            h("b", {}, title),
            h("span", {}, winners.length ? list(winners.map(({ name }) => brief(name))) : t("A draw"))
          )
        )
      ),
    h("p", {}, t("All back in the drawer. One sock is missing, as always."))
  )
];

/** The page that stays once the party is over. */
export const parted = () => {
  const on = () => {
    view.farewell = null;
    view.phase = "code";
    draw();
    if (view.code) line.send("list_seats", { code: view.code });
  };
  return { main: [farewell(view.farewell)], bar: [button(t("Another party"), on, { key: "another", kind: "go" })] };
};
