// Anonymous vote after a match: how much of it was skill, luck and structure.

import { button, h, t } from "/dom.js";
import { SEATS } from "/art.js";
import { seatColour } from "/widgets.js";

const WHOLE = 100;
const WOOL = [0, 2, 1]; // knitting of what has shares, as on the big screen

/** The shares after one of them is set to this; the others change in proportion. */
export function balance(shares, place, value) {
  const rest = WHOLE - value;
  const total = shares.reduce((sum, share, n) => sum + (n === place ? 0 : share), 0);
  const parts = shares.map((share, n) =>
    n === place ? value : total ? (rest * share) / total : rest / (shares.length - 1)
  );
  const found = parts.map(part => Math.floor(part + 1e-9));
  const order = parts.map((_part, n) => n).sort((a, b) => found[a] - parts[a] - (found[b] - parts[b]));
  for (const n of order.slice(0, WHOLE - found.reduce((a, b) => a + b))) found[n] += 1;
  return found;
}

/** Untouched shares: no opinion yet, so they cannot be cast. */
const unset = count => Array(count).fill(0);

const hasShares = ({ shares }) => shares.some(share => share > 0);

/** This phone's ballot; a cast vote is forgotten here too, so no one can read it over a shoulder. */
export function poll(g) {
  const { memory } = g;
  const asked = g.vote;
  if (memory.round !== asked.round)
    Object.assign(memory, { round: asked.round, shares: unset(asked.things.length), casting: false });
  const voted = t("{n} of {all} have voted.", { n: asked.count, all: asked.of });
  if (asked.voted) {
    memory.shares = unset(asked.things.length);
    return h(
      "section.label.middle.poll",
      { key: "poll", role: "status" },
      h("h2", {}, t("Your vote is in the sock.")),
      h("p.soft", {}, voted)
    );
  }
  const move = place => event => {
    memory.shares = balance(memory.shares, place, Number(event.target.value));
    g.draw();
  };
  const isSet = hasShares(memory);
  return h(
    "section.label.poll",
    { key: "poll", "aria-label": asked.question },
    h("h2", {}, asked.question),
    h("p", {}, asked.more),
    !isSet
      ? h("p.soft", { key: "how" }, t("Move one share and the others follow."))
      : h(
          "div.scarf",
          { key: "scarf", "aria-hidden": "true" },
          memory.shares.map((share, n) =>
            h("i", { style: { flex: String(share), background: SEATS[WOOL[n % 3]].colour } })
          )
        ),
    h(
      "div.shares",
      {},
      asked.things.map(({ name, more }, n) =>
        h(
          "label.share",
          { key: `share${n}` },
          h("b.dyed", { style: seatColour(WOOL[n % 3]) }, name),
          h("output", {}, isSet && t("{n}%", { n: memory.shares[n] })),
          h("small", {}, more),
          h("input", {
            type: "range",
            min: 0,
            max: WHOLE,
            value: String(memory.shares[n]),
            class: "dyed",
            style: seatColour(WOOL[n % 3]),
            "aria-valuetext": isSet ? `${memory.shares[n]}%` : t("not set yet"),
            oninput: move(n)
          })
        )
      )
    ),
    g.lobby && casting(g),
    h("p.soft", {}, `${t("Nobody can see how you vote.")} ${voted}`)
  );
}

/** The button that casts it, in the bar of a match. */
export function casting(g) {
  if (!g.vote || g.vote.voted) return [];
  const { memory, vote: asked } = g;
  const cast = async () => {
    if (memory.casting) return;
    memory.casting = true;
    await g.do("vote", { round: asked.round, shares: memory.shares });
    memory.casting = false;
  };
  return [
    button(t("Cast my vote"), cast, {
      key: "cast",
      kind: "go",
      off: hasShares(memory) ? "" : t("Move a share first. Nothing has changed yet.")
    })
  ];
}
