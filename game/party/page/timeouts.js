// Players who keep a match waiting: what the others can decide, what sleepers see, and the turn clock.

import { announce, button, counted, h, t } from "/dom.js";
import { face } from "/widgets.js";
import { act, draw, view } from "/state.js";

const SECOND = 1000;
const LAST = 10; // seconds that are counted aloud, as on the big screen

/** Question to the others about a player who does not move. */
function asks(g) {
  const asked = g.prompt;
  if (!asked) return null;
  const say = () => act("propose", { key: asked.mine ? "" : asked.key });
  return h(
    "section.label.ask",
    { key: "asks", role: "group", "aria-label": asked.words },
    h("p.row.sleeps", {}, face(g.look(asked.seat), "sleep"), h("span", {}, asked.words)),
    button(asked.label.replace(/ (?=[^(]+\)$)/g, "\u00a0"), say, {
      key: "bot",
      kind: asked.mine ? "" : "go",
      pressed: asked.mine
    })
  );
}

/** Notice about a bot that plays for this phone, might play, or has played. */
function tells(g) {
  const told = g.notice;
  const { memory } = g;
  const read = told && `${told.words} ${told.lines}`;
  if (!told || memory.read === read) return null;
  const close = () => {
    memory.read = read;
    draw();
  };
  return h(
    "section.label.ask.stands",
    { key: "tells", role: "status" },
    h("p", {}, told.words),
    (told.lines || []).map((line, n) => h("p.soft", { key: `line${n}` }, line)),
    told.label
      ? button(told.label, () => act("still_here"), { key: "here", kind: "go" })
      : told.lines && button(t("Close"), close, { key: "close" })
  );
}

/** All notices about sleepers; over the table, never on this seat's hand. */
export function notices(g) {
  const shown = [tells(g), asks(g)].filter(Boolean);
  return shown.length > 0 && h("div.notices", { key: "notices" }, shown);
}

let ticking = 0;

/** Take in the turn clock of this seat. It counts down here, redrawn every second. */
export function startClock({ clock }, memory) {
  clearTimeout(ticking);
  memory.end = clock?.runs ? performance.now() + clock.left : null;
  if (memory.end !== null) ticking = setTimeout(step, (clock.left % SECOND) + 5);
}

const secondsLeft = ({ clock, memory }) =>
  Math.max(0, Math.ceil((memory.end === null ? clock.left : memory.end - performance.now()) / SECOND));

function step() {
  const { state, memory } = view;
  if (!state?.clock || memory.end === null) return;
  const left = secondsLeft({ ...state, memory });
  if (left === LAST) announce(counted("{n} second left.", "{n} seconds left.", left));
  if (left > 0) ticking = setTimeout(step, SECOND);
  draw();
}

/** Seconds left in this seat's turn. */
export function clockOf(g) {
  if (!g.clock || !g.mine) return null;
  const left = secondsLeft(g);
  const words = left < 60 ? String(left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return h(
    "span.clock",
    {
      key: "clock",
      role: "timer",
      "aria-label": counted("{n} second left.", "{n} seconds left.", left),
      class: left <= LAST ? "last" : ""
    },
    words
  );
}

/** New people and takeovers by bots, in words. */
export const changes = (old, state) =>
  (old?.seats || []).flatMap((before, n) => {
    const now = state.seats[n];
    if (!now || before.bot === now.bot) return [];
    const name = now.name;
    return [
      now.bot
        ? t("A bot is playing for {name}.", { name })
        : before.name === name
          ? t("{name} is back.", { name })
          : t("{name} sits down.", { name })
    ];
  });
