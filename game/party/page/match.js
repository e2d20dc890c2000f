// A match as a seat has it: data for its game's module, and the page around the module's view.

import { announce, button, h, isolated, list, t } from "/dom.js";
import { SEATS, icon } from "/art.js";
import { acts, brief, head, isLarge, isShaped, threats, undoButton, waits } from "/widgets.js";
import { bubble } from "/bubble.js";
import { howTo, isNewTo, isReading, waitingRules } from "/first_turn.js";
import { learnt, teacher } from "/lesson.js";
import { asked, classRules } from "/rule_proposals.js";
import { clockOf, notices } from "/timeouts.js";
import { headed, menu, menuButton, read, reading } from "/menu.js";
import { act, draw, view } from "/state.js";
import { leavingVotes, steerBar, steering } from "/phone_control.js";
import { casting, poll } from "/share_vote.js";
import { ending, idleNotice, reactions, rising } from "/spectate.js";

// A game's module gets the seat's `observation`; the words for moves, cards and known facts go to fallback_view.js
// only. Its default export has classes (`kind`), styles (`css`, in the layer `games`), the view (`show`: info, board,
// side, bar, the `queue` of players to move, and what is `left` to do in the turn), its unit if that is not points
// (`scored`), the view for spectators (`watch`; default: the board), the words for an event (`told`) and a hint
// (`advice`), and `fit` if it measures its drawing.

export function table() {
  const s = view.state;
  return {
    ...s,
    mine: acts(s) && !s.waiting,
    first: isNewTo(s),
    low: isLarge() || innerHeight <= 46 * view.letter, // true if there is little room
    letter: view.letter,
    memory: view.memory,
    remoteView: view.remoteView,
    scored: view.game?.scored,
    name: seat => isolated(s.seats[seat]?.name ?? ""),
    look: seat => s.seats[seat]?.look ?? 0,
    draw,
    do: act,
    play: move => act("move", { move, ply: s.ply }),
    askHint
  };
}

/** Ask for a hint, which comes later. If there is nothing more to say, it is repeated. */
async function askHint() {
  const { memory } = view;
  Object.assign(memory, { asking: true, followed: "", bare: "" });
  draw();
  if (view.state.hint) announce(view.game.advice(table(), true));
  memory.asking = (await act("hint")) && !view.state.hint;
  draw();
}

// The page.

export const winners = g =>
  g.over.headline
    ? g.over.headline
    : !g.over.winners.length
      ? t("No result")
      : g.over.winners.length === g.seats.length
        ? t("A draw")
        : g.over.winners.includes(g.seat) && g.over.winners.length < 2
          ? t("You win!")
          : g.over.winners.length < 2
            ? t("{name} wins!", { name: g.name(g.over.winners[0]) })
            : t("{names} win!", { names: list(g.over.winners.map(g.name)) });

/** The player to move, for everyone else. */
export const turnOf = g =>
  g.remoteView?.heading(g)
    ? g.remoteView.heading(g)
    : g.showing_end === "film"
      ? t("A film on the big screen")
      : g.showing_end === "table"
        ? t("The hand is over.")
        : g.showing_end
          ? g.showing_end === "hand"
            ? t("The big screen shows how the hand ends")
            : t("The big screen shows how it ends")
          : g.seats[g.turn]?.away
            ? t("Waiting for {name}'s phone", { name: brief(g.name(g.turn)) })
            : g.waiting
              ? t("Paused on the big screen")
              : t("{name}'s turn", { name: brief(g.name(g.turn)) });

/** The page of a seat in a match. */
export function match() {
  const g = table();
  if (g.lesson?.over) {
    const { main, bar } = learnt(g);
    return { kind: "match plain learning", top: headed(g.lesson.title), main: [main, reading(g)], bar };
  }
  const parts = view.game.show(g);
  const asking = asked(g);
  const folded = asking?.tag === "button.big" && asking;
  const { memory } = view;
  const wide = isShaped("wide");
  const me = g.seats[g.seat];
  // With little room, its title also says whose turn it is.
  const taught = g.low && g.lesson?.name;
  const asleep = idleNotice(g); // it says so itself
  const turn =
    taught ||
    (g.over
      ? winners(g)
      : g.mine || (asleep && g.turn === g.seat)
        ? view.game.beside || isLarge()
          ? t("Your turn")
          : t("Your turn, {name}", { name: brief(me.name) })
        : turnOf(asleep ? { ...g, waiting: false } : g));
  const looks = SEATS[g.over ? g.look(g.over.winners[0] ?? g.seat) : g.look(g.turn)];
  const ends = g.over && ending(g, g.over.headline || g.over.winners.length > 0, view.game.keepsake);
  const studies = isReading(g);
  const slip = g.vote && poll(g);
  const apart = wide && (!g.vote || g.vote.voted); // beside the possible actions, in place of the table
  const tip = memory.asking ? t("Looking…") : g.hint && g.mine && !view.game.followed?.(g) ? view.game.advice(g) : "";
  return {
    kind: `match ${view.game.kind}${g.mine ? " mine" : waits(g) ? " waiting" : g.over ? " done" : ""}`,
    top: [
      h(
        "h1.ribbon",
        {
          class: taught ? "titled" : g.over?.winners.length > 1 ? "many" : "",
          "data-at": (taught && g.lesson.short) || null,
          tabindex: "-1",
          style: { "--dark": looks.text }
        },
        waits(g) &&
          !g.showing_end &&
          !(g.waiting && !g.seats[g.turn]?.away) &&
          head(g.look(g.turn), g.seats[g.turn]?.away ? "sleep" : "smile"),
        h("span", {}, turn),
        parts.left && h("span.left", { key: "left", "aria-hidden": "true" }, parts.left),
        clockOf(g)
      ),
      (parts.info || g.table) &&
        h(
          "p.info",
          {},
          g.table
            ? h("span", { class: "at", key: "at" }, h("span", {}, parts.info), h("small", {}, g.table))
            : parts.info
        ),
      parts.queue,
      folded,
      menuButton(),
      menu()
    ],
    main: [
      !wide && teacher(g),
      !wide && parts.beads,
      slip ? !(apart && ends) && slip : !g.over && !studies && parts.board,
      apart && ends,
      memory.said && !studies && !view.game.talks && h("div.talk", { key: "talk" }, bubble(g, turn)),
      h(
        "div.side",
        { key: "side" },
        wide && teacher(g),
        wide && parts.beads,
        g.remoteView?.ended(g),
        notices(g),
        leavingVotes(g),
        !folded && asking,
        g.ask &&
          h(
            "section.label.ask",
            { key: "ask", role: "group", "aria-label": g.ask.words },
            h("p", {}, g.ask.words),
            h(
              "div.row",
              {},
              g.ask.answers.map((words, number) =>
                button(words, () => act("answer", { number }), { key: `answer${number}`, kind: number ? "" : "go" })
              )
            )
          ),
        apart && ends && slip,
        !apart && ends,
        g.over && steering(g),
        g.over &&
          !g.vote &&
          h(
            "div.row.signs",
            { key: "signs", role: "group", "aria-label": t("Throw something at the big screen") },
            reactions(g)
          ),
        tip &&
          h("p.tip", { key: "tip" }, h("span.icon", { html: icon("lamp"), "aria-hidden": "true" }), h("span", {}, tip)),
        threats(g),
        classRules(g),
        howTo(g, view.game),
        !g.over && !studies && (!g.vote || g.mine) && parts.side
      ),
      studies && waitingRules(g, () => read("rules")),
      asleep,
      rising(g),
      reading(g)
    ],
    bar: g.over || g.steer?.passed
      ? [...casting(g), ...steerBar(g)]
      : g.vote && !g.mine
        ? casting(g)
        : !waits(g)
          ? [...casting(g), ...parts.bar]
          : [
              g.undo && undoButton(g),
              h(
                "div.row.signs.drawer",
                { key: "signs", role: "group", "aria-label": t("Throw something at the big screen") },
                reactions(g, true)
              )
            ]
  };
}
