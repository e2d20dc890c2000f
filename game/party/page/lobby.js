// The page before a match: the seats, and the result of the last match of the evening.

import { button, h, t } from "/dom.js";
import { fiveRules } from "/first_turn.js";
import { read } from "/menu.js";
import { face, lettered, parade, plate, seatColour } from "/widgets.js";
import { asked, classRules } from "/rule_proposals.js";
import { farewell, gameChoice, lessonButton, steering } from "/phone_control.js";
import { act, draw } from "/state.js";
import { poll } from "/share_vote.js";
import { finals } from "/spectate.js";

/** People who have a seat. */
const table = s => {
  const taken = (s?.seats || []).filter(({ look }) => !s.worn || s.worn.includes(look));
  return (
    taken.length > 0 &&
    h(
      "ol.strip.seated",
      { key: "table", "aria-label": t("Players"), style: lettered(taken) },
      taken.map(({ name, look }, n) =>
        h("li", { key: `p${n}` }, face(look, "smile"), h("b.dyed", { style: seatColour(look) }, plate(name)))
      )
    )
  );
};

/** Page of a person who waits for a seat. */
export const benched = s => s && [table(s), steering(s)];

/** The scores at the end of the previous match. */
export const before = last =>
  last &&
  h(
    "section.label.before",
    { key: "last" },
    h("h2", {}, t("The last match")),
    h("p", {}, last.over.words),
    finals({ ...last, seat: -1, memory: {} })
  );

/** The game, its numbers of players and its duration. */
const about = s =>
  s?.game && s.about && h("p.about", { key: "about" }, h("span", {}, s.about.tagline, " "), h("b", {}, s.about.facts));

/** Question to a whole class, also to people without a match. It stays open, because nothing is below it here. */
const questions = (s, memory) => {
  const g = { ...s, memory, draw, do: act };
  return [g.vote && poll(g), asked(g), classRules(g)];
};

/** The page of a seat in the lobby. */
export function waiting({ state: s, last, memory }) {
  if (s?.farewell) return [farewell(s.farewell)];
  const me = s?.seats[s.seat];
  const starts = s?.steer?.motions?.[0]?.key === "skip"; // the screen introduces the rules, so they come first here too
  return [
    questions(s, memory),
    (!s?.steer || innerHeight > 760) && parade(),
    h(
      "section.label.middle",
      { key: "me", class: s?.steer ? "mine" : "" },
      me && face(me.look, "open"),
      me && h("h2.dyed", { style: seatColour(me.look) }, me.name, " ", h("span.you", {}, t("You"))),
      !starts && about(s),
      !starts &&
        h(
          "p",
          {},
          s?.words ||
            (s && !s.game
              ? t("You're in. Vote for a game, or the host chooses one.")
              : s?.steer
              ? t("You have a seat. Start when everyone's here.")
              : t("You have a seat. The match starts on the big screen."))
        )
    ),
    !starts && table(s),
    s && gameChoice(s),
    s && fiveRules(s, [lessonButton(s), button(t("All rules"), () => read("rules"), { key: "all" })]),
    s && steering(s),
    before(last)
  ];
}

/** The page for watching a lobby. */
export const onlooking = ({ state: s, last, bench, why }) =>
  s?.farewell
    ? [farewell(s.farewell)]
    : [
        h(
          "section.label.middle",
          { key: "watching" },
          h("h2", {}, t("You're watching")),
          h("p", {}, (bench && why) || t("The match starts on the big screen."))
        ),
        table(s),
        steering(bench),
        before(last)
      ];
