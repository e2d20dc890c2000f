// Parts that the page and the games' modules share.

import { button, picture, t } from "/kit.js";
import { PUPPET_BOX, icon, puppet } from "/art.js";

/** The puppet of a seat. */
export const face = (look, mood, name) => picture(PUPPET_BOX, puppet(look, mood), { class: "puppet", name });

/** The button that takes the last move back, for the bar of every game. */
export const undoButton = (g, act, off) =>
  button("", act || (() => g.do("undo")), {
    kind: "small", icon: icon("undo"), name: t("Take back"), key: "undo",
    off: off ?? (g.undo ? "" : t("There is nothing to take back.")) });
