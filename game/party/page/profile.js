// This phone's name, kept for its next seat too, and the pattern of its puppet.

import { keep, kept } from "/storage.js";
import { button, h, t, warn } from "/dom.js";
import { SEATS } from "/art.js";
import { face, naming, sheetOf } from "/widgets.js";

const KEY = "sockdrawer.name";
const KNITTING = [
  () => t("tomato"),
  () => t("teal"),
  () => t("mustard"),
  () => t("plum"),
  () => t("sky"),
  () => t("leaf"),
  () => t("rose"),
  () => t("navy")
];

/** Name chosen on this phone, if any. */
export const ownName = () => kept(KEY);

export const keepName = name => keep(KEY, name);

/** Name and knitting. A spectator has a name for a seat taken later. */
export function own(view, act, close) {
  const s = view.state;
  const seat = s && s.seat !== null ? s.seats[s.seat] : null;
  const worn = s?.worn || (s?.seats || []).map(({ look }) => look);
  const rename = async event => {
    event.preventDefault();
    const field = event.target.elements.own;
    const name = field.value.trim();
    if (!name || (seat && !(await act("rename", { name })))) return;
    view.name = name;
    keepName(name);
    field.value = "";
    field.blur();
    if (!seat) close();
  };
  const dress = look => () => {
    if (look === seat.look) return;
    if (worn.includes(look)) warn(t("Someone's already wearing that."));
    else act("set_look", { look });
  };
  const title = seat ? t("Name and pattern") : t("Your name");
  return sheetOf("own", title, close, [
    seat && h("div.middle", { key: "me" }, face(seat.look, "open")),
    h(
      "form.naming",
      { key: "naming", onsubmit: rename },
      h("label", { for: "own", class: seat ? "" : "unseen" }, t("Your name")),
      h("input", {
        id: "own",
        name: "own",
        ...naming,
        autocomplete: "nickname",
        required: true,
        placeholder: seat?.name || view.name
      }),
      h("button.big.go", {}, t("That's me"))
    ),
    seat &&
      h(
        "div.choices.knitting",
        { key: "knitting", role: "group", "aria-label": t("Your puppet's pattern") },
        SEATS.map((_look, look) =>
          h(
            "button.pick",
            {
              key: `look${look}`,
              type: "button",
              "aria-label": KNITTING[look](),
              "aria-pressed": String(look === seat.look),
              "aria-disabled": look !== seat.look && worn.includes(look) ? "true" : undefined,
              class: look === seat.look ? "on" : "",
              onclick: dress(look)
            },
            face(look, look === seat.look ? "open" : worn.includes(look) ? "sleep" : "smile")
          )
        )
      )
  ]);
}
