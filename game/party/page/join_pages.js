// Pages without a hand: the code, the seats, the question to the host, the lobby, watching, the end.

import { SEATS } from "/art.js";
import { button, h, t } from "/dom.js";
import { before, benched, onlooking, waiting } from "/lobby.js";
import { table, turnOf, winners } from "/match.js";
import { keepName } from "/profile.js";
import { headed, heading, menu, menuButton, reading } from "/menu.js";
import { face, naming, parade } from "/widgets.js";
import { farewell, parted, steerBar, steering } from "/phone_control.js";
import { watch } from "/seat.js";
import { draw, line, view } from "/state.js";
import { audience } from "/spectate.js";

export function connectingPage() {
  return { top: [heading(t("Sock Drawer"))], main: [parade(), h("p.label.middle", {}, t("Connecting to the big screen…"))] };
}

export function code() {
  const submit = event => {
    event.preventDefault();
    view.code = event.target.elements.code.value.replace(/\s/g, "").toUpperCase();
    view.why = ""; // it was about an earlier party
    line.send("list_seats", { code: view.code });
  };
  return {
    top: headed(),
    main: [
      parade(),
      h(
        "form.label",
        { key: "coded", onsubmit: submit },
        h("label", { for: "code" }, t("The four letters on the big screen")),
        h("input", {
          id: "code",
          name: "code",
          autocapitalize: "characters",
          autocomplete: "off",
          spellcheck: "false",
          required: true,
          "aria-describedby": view.wrong ? "wrong" : undefined,
          "aria-invalid": view.wrong ? "true" : undefined
        }),
        (view.wrong || view.why) && h("p.bad", { id: "wrong", role: "alert" }, view.wrong || view.why),
        h("button.big.go", {}, t("Continue"))
      ),
      reading()
    ]
  };
}

export const isAway = seat => view.away.some(one => one.seat === seat);

export function seats() {
  if (view.asked !== null) return asking();
  const back = isAway(view.chosen);
  const bots = view.seats.filter(({ bot }) => bot);
  const open = view.seats.filter(({ bot }) => !bot);
  const named = () => {
    const name = document.getElementById("name")?.value.trim();
    if (name) {
      view.name = name;
      keepName(name);
    }
    return view.name;
  };
  const join = event => {
    event.preventDefault();
    const { code, chosen: seat } = view;
    if (back) line.send("claim", { code, seat, name: named() });
    else if (seat !== null) line.send("join", { code, seat, name: named() });
  };
  const choice = seat =>
    h(
      "label.seat",
      { key: `seat${seat.seat}`, class: view.chosen === seat.seat ? "on" : "" },
      h("input", {
        type: "radio",
        name: "seat",
        checked: view.chosen === seat.seat,
        onchange: () => {
          view.chosen = seat.seat;
          draw();
        }
      }),
      face(seat.look, "smile"),
      h("span.who", { style: { color: SEATS[seat.look].text, "--letters": letters(seat.name) } }, seat.name || "…")
    );
  /** Length of the longest word of a name. */
  const letters = name => String(Math.max(...(name || "…").split(" ").map(word => word.length)));
  /** One tap takes the seat of a bot. */
  const take = ({ seat, look, name }) =>
    h(
      "button.seat",
      { key: `bot${seat}`, type: "button", onclick: () => line.send("join", { code: view.code, seat, name: named() }) },
      face(look, "smile"),
      h("span.who", { style: { color: SEATS[look].text } }, t("Play for {name}", { name }))
    );
  const some = open.length + view.away.length;
  const { is_class, between } = view;
  const nameless = open.some(({ name }) => !name); // all chairs are alike, except those of names on a list
  const long = all => (all.some(({ name }) => name.length > 9) ? "long" : ""); // break no name if there is room
  const keys = some > 1 && h("p.keys", { key: "keys" }, t("Change seats with the arrow keys."));
  const free = [
    (view.seats.length > 0 || between) &&
      !(back && !bots.length) && [
        h("label", { for: "name" }, t("Your name")),
        h("input", {
          id: "name",
          name: "name",
          ...naming,
          autocomplete: "nickname",
          placeholder: view.name || open.find(({ seat }) => seat === view.chosen)?.name
        })
      ],
    open.length > (nameless ? 1 : 0) &&
      h("fieldset", { key: "free", class: long(open) }, h("legend", {}, t("Choose your seat")), open.map(choice), keys),
    bots.length > 0 &&
      h(
        "fieldset",
        { key: "bots" },
        h("legend", {}, view.has_deals ? t("Take over a bot, with its hand") : t("Take over a bot")),
        bots.map(take)
      ),
    view.away.length > 0 &&
      h(
        "fieldset",
        { key: "away", class: long(view.away) },
        h("legend", {}, t("Were you here before? Which seat was yours?")),
        view.away.map(choice),
        keys
      ),
    !some &&
      !bots.length && [
        face(4, "sleep"),
        h(
          "h2",
          {},
          is_class
            ? t("Nobody can join right now")
            : between
              ? t("The next match has a seat for you")
              : t("All seats are taken")
        ),
        h(
          "p",
          {},
          is_class
            ? t("Ask at the big screen. As soon as there's a seat, you can take it here.")
            : between
              ? t("Watch until then. You'll have a seat when it starts.")
              : t("As soon as one is free, you can take it here. The host can free one up on the big screen.")
        )
      ]
  ];
  const { bench } = view;
  const steers = steerBar(bench);
  const go = steers.length ? "" : "go"; // the one green button, for the most common choice
  if (bench?.farewell) return { top: headed(view.title), main: [farewell(bench.farewell)] };
  return {
    top: headed(view.title),
    main: [
      (is_class && some > 0 ? !view.why : innerHeight > 760) && parade(),
      h(
        "form.label",
        { id: "join", key: "join", class: some || bots.length ? "" : "middle", onsubmit: join },
        view.why && h("h2", { key: "why" }, view.why),
        free
      ),
      benched(bench),
      before(view.last),
      reading()
    ],
    bar: [
      ...steers,
      some > 0 &&
        h("button.big", { form: "join", key: "join", class: go }, back ? t("That was my seat") : t("Take this seat")),
      (bots.length > 0 || between) &&
        button(
          view.has_deals && !between ? t("Watch until the next deal") : t("Watch until the next match"),
          () => {
            named();
            watch("next");
          },
          { key: "next", kind: some ? "" : go }
        ),
      !is_class &&
        button(
          t("Just watch"),
          () => {
            named();
            watch("yes");
          },
          { key: "watch", kind: some || bots.length || between ? "" : go }
        )
    ].filter(Boolean)
  };
}

/** The host is being asked if this phone's person had a seat. */
function asking() {
  const seat = view.away.find(one => one.seat === view.asked);
  const other = () => {
    view.asked = null;
    line.send("list_seats", { code: view.code });
    draw();
  };
  return {
    top: headed(view.title),
    main: [
      h(
        "section.label.middle",
        { key: "asking" },
        seat && face(seat.look, "open"),
        seat && h("h2", {}, seat.name),
        h(
          "p",
          {},
          view.is_class
            ? t("Your teacher is being asked if that's your seat.")
            : t("The big screen is asking if that's your seat. Someone there has to say yes.")
        ),
        view.name && h("p", {}, t("The big screen says that {name} is asking.", { name: view.name })),
        button(t("Choose another seat"), other, { key: "other" })
      ),
      reading()
    ]
  };
}

export function replacedPage() {
  return {
    top: [heading(t("Sock Drawer"))],
    main: [
      h(
        "section.label.middle",
        {},
        h("p", {}, t("Your seat is now on another phone or page.")),
        button(t("Bring it back here"), () => line.call(), { kind: "go" })
      )
    ]
  };
}

export function lobby() {
  return {
    top: headed(view.state?.title),
    main: [...waiting(view), reading(view.state && table())],
    bar: view.state ? steerBar(view.state) : []
  };
}

/** Page at the end of an evening. */
export const summaryPage = () => ({ top: [heading(t("Sock Drawer"))], ...parted() });

/** The page without a seat. */
export function watching() {
  const s = view.state;
  const open = view.seats.filter(({ bot }) => !bot).length;
  const free =
    open > 1 ? t("Take a free seat") : open ? t("Take the free seat") : view.seats.length > 0 && t("Replace a bot");
  const take = () => watch("");
  const next =
    view.spectating !== "next"
      ? view.bench && view.why
      : view.has_deals
        ? t("You'll join at the next deal.")
        : t("You'll join at the next match.");
  if (!s || s.lobby || !view.game) {
    return {
      top: headed(s?.title || view.title),
      main: [!s?.farewell && parade(), ...onlooking(view), reading(s && table())],
      bar: [...steerBar(view.bench), free && button(free, take, { key: "take", kind: "go" })].filter(Boolean)
    };
  }
  const g = table();
  const parts = audience(g, view.game, {
    turn: turnOf(g),
    winners: g.over && winners(g),
    menuButton: menuButton(),
    menu: menu(),
    free,
    take,
    next,
    look: view.seats[0]?.look,
    steers: steering(view.bench)
  });
  return { ...parts, main: [...parts.main, reading(g)], bar: [...steerBar(view.bench), ...parts.bar] };
}
