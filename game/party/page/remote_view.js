// For guests without a big screen, on a page that came through a relay or a tunnel: what it shows in words, and for how
// long; the results; reactions of others. None of it is fetched at home (see main.js).

import { counted, h, list, picture, t } from "/dom.js";
import { SEATS } from "/art.js";
import { scored } from "/widgets.js";
import { draw, view } from "/state.js";

const SECOND = 1000;
const FLIGHT = 1600; // milliseconds that someone else's reaction is visible

let ticking = 0;

/** Take in how long the big screen still shows an ending, and the reactions; redrawn every second. */
export function holdOn({ hand_end, reactions, seat, seats }, memory) {
  clearTimeout(ticking);
  memory.until = hand_end?.left ? performance.now() + hand_end.left : 0;
  if (memory.until) ticking = setTimeout(step, SECOND);
  const [last] = reactions?.at(-1) ?? [memory.flown ?? 0];
  // This phone's own reactions are visible already; spectators don't know their own colour.
  const own = (sign, look) => (seat === null ? sign === memory.thrown : look === seats[seat].look);
  const fresh = (reactions || []).filter(
    ([number, sign, look]) => number > (memory.flown ?? last - 1) && !own(sign, look)
  );
  memory.flown = last;
  if (!fresh.length) return;
  memory.flying = [...(memory.flying || []), ...fresh].slice(-3);
  setTimeout(() => {
    memory.flying = memory.flying.filter(one => !fresh.includes(one));
    draw();
  }, FLIGHT);
}

function step() {
  if (!view.state?.hand_end) return;
  if (secondsLeft(view.memory) > 1) ticking = setTimeout(step, SECOND);
  draw();
}

const secondsLeft = ({ until }) => (until ? Math.max(1, Math.ceil((until - performance.now()) / SECOND)) : 0);

/** Heading while the big screen shows something to others. */
export const heading = g =>
  g.film
    ? t("Film: move {n} of {all}", { n: g.film[0], all: g.film[1] })
    : g.hand_end
      ? g.showing_end === "match"
        ? t("The match is over")
        : t("The hand is over.")
      : "";

/** End of a hand or a match, and the time for which the big screen still shows it. */
export function ended(g) {
  if (!g.hand_end) return null;
  const left = secondsLeft(g.memory);
  return h(
    "section.label.middle.elsewhere",
    { key: "elsewhere" },
    h(
      "div",
      { key: "lines", role: "status" },
      g.hand_end.lines.map((line, n) => h("p", { key: `e${n}` }, line))
    ),
    h(
      "p.soft",
      { key: "left" },
      left
        ? counted("The others will see this for {n} more second.", "The others will see this for {n} more seconds.", left)
        : t("The others will see this until someone there continues.")
    ),
    h(
      "ol.finals",
      { key: "scores", "aria-label": t("Scores") },
      g.seats.map((seat, place) =>
        h(
          "li",
          { key: `f${place}`, class: place === g.seat ? "me" : "" },
          h("b", { style: { color: SEATS[seat.look].text } }, seat.name),
          h("span", {}, scored(g, g.hand_end.scores[place]))
        )
      )
    )
  );
}

/** The pictures and charts of the results. */
export const results = ({ over, name }) =>
  (over.figures?.length || over.course) &&
  h(
    "ul.facts",
    { key: "facts", "aria-label": t("This match") },
    over.figures.map(([value, words, seats], n) =>
      h("li", { key: `n${n}` }, words, " ", h("b", {}, value), seats.length > 0 && `: ${list(seats.map(name))}`)
    ),
    over.course && h("li", { key: "course" }, over.course)
  );

/** Latest reactions of others. */
export const flying = (g, signs) =>
  (g.memory.flying || []).map(([number, sign, look], n) =>
    picture("0 0 40 40", signs[sign]?.[1] || "", {
      key: `fly${number}`,
      class: "rise thrown",
      style: { right: `${1 + 3.4 * n}rem`, "border-color": SEATS[look].colour }
    })
  );
