// The promise of a match: its code is kept from its first showing, and checked here once the match reveals it.

import { keep, kept } from "/storage.js";
import { announce, button, counted, h, t } from "/dom.js";

const KEY = "sockdrawer.promise";

// SHA-256, because browsers offer it only over https, and a computer at home has no certificate for that.

const ROOTS = [];
const CUBES = [];
for (let n = 2; CUBES.length < 64; n++) {
  let prime = true;
  for (let by = 2; by * by <= n; by++) prime &&= n % by !== 0;
  if (!prime) continue;
  ROOTS.push((Math.sqrt(n) * 2 ** 32) | 0);
  CUBES.push((Math.cbrt(n) * 2 ** 32) | 0);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));
const mixed = (word, one, two, three) => turned(word, one) ^ turned(word, two) ^ turned(word, three);

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array(((bytes.length + 72) >> 6) << 4);
  [...bytes, 0x80].forEach((byte, n) => {
    words[n >> 2] |= byte << (24 - 8 * (n & 3));
  });
  words[words.length - 1] = bytes.length * 8;
  const state = Int32Array.from(ROOTS.slice(0, 8));
  const w = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) {
    let [a, b, c, d, e, f, g, last] = state;
    for (let n = 0; n < 64; n++) {
      const [early, late] = [w[n - 15], w[n - 2]];
      w[n] =
        n < 16
          ? words[at + n]
          : w[n - 16] +
            w[n - 7] +
            (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
            (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
      const one = last + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + CUBES[n] + w[n];
      const two = mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, last] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, last].forEach((word, n) => {
      state[n] += word;
    });
  }
  return [...state].map(word => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// The commitment shown.

let shown = null;

/** Store the promise of a match when this phone is first shown it, with the rules of the match. */
export function storeCommitment({ lobby, match, commitment, ply, options }) {
  if (lobby || shown?.match === match) return;
  const [code, before] = kept(KEY).split(" ");
  // A reloaded page was shown it earlier.
  shown = { match, options, code: commitment, ply: code === commitment ? Math.min(Number(before), ply) : ply };
  keep(KEY, `${shown.code} ${shown.ply}`);
}

const groups = code => h("p.code", {}, code.replace(/.{8}(?=.)/g, "$& "));
const moves = n => counted("{n} move", "{n} moves", n);

/** The promise in the menu. */
export const promise = () => [
  groups(shown.code),
  h(
    "p",
    { key: "what" },
    t(
      "This code was made before the first card. It fixes everything that's random in this match: seed, house rules, players and board. Nobody can work out the seed from it."
    )
  ),
  h(
    "p",
    { key: "when" },
    shown.ply
      ? t("This phone was first shown the code after {moves}. At the end, it can check that nothing has changed since then.", {
          moves: moves(shown.ply)
        })
      : t("This phone was shown the code before the first move. At the end, it can check that nothing was changed.")
  ),
  h("p.soft", { key: "paper" }, t("Write it down to check the match record on another computer."))
];

/** True if this match has a promise. */
export const isPromised = () => Boolean(shown?.code);

/** The text revealed at the end, and whether it matches the promise. */
export function checked(opened, { code, options }, game, seats) {
  const [, , slug, , players, seed, rules, , , salt] = opened.split(":");
  const say = value => (value === true ? "on" : value === false ? "off" : String(value));
  // The code includes rules that the class was not told of yet.
  const same = rules?.split(" ").every(rule => {
    const name = rule.split("=")[0];
    return !(name in options) || rule === `${name}=${say(options[name])}`;
  });
  return { seed, salt, holds: sha256(opened) === code, fits: slug === game && Number(players) === seats && same };
}

/** Button that checks the promise at the end, and its result. */
export function checking(g) {
  if (!g.commitment_text || !isPromised()) return null;
  if (!g.memory.checked) {
    const press = () => {
      g.memory.checked = checked(g.commitment_text, shown, g.game, g.seats.length);
      announce(verdict(g.memory.checked));
      g.draw();
    };
    return button(t("Check the deal"), press, { key: "check" });
  }
  const found = g.memory.checked;
  const good = found.holds && found.fits;
  return h(
    "div.checked",
    { key: "checked", class: good ? "good" : "" },
    h("h2", {}, verdict(found)),
    h("p", {}, why(found)),
    good &&
      h(
        "p.soft",
        {},
        t(
          "To check that the cards follow from this seed, save the record on a computer you trust and run “main.py verify”."
        )
      ),
    h("p.code", {}, t("Seed {seed}", { seed: found.seed })),
    h("p.code", {}, t("Salt {salt}", { salt: found.salt }))
  );
}

const verdict = ({ holds, fits }) => (holds && fits ? t("The promise was kept.") : t("The promise was not kept."));

const why = ({ holds, fits }) =>
  !holds
    ? t("The seed and salt don't match the code that this phone was first shown. Ask at the big screen.")
    : !fits
      ? t(
          "The code is for a different game, different house rules or different seats. Ask at the big screen."
        )
      : shown.ply
        ? t(
            "The seed and salt match the code that this phone was shown after {moves}. Nobody has changed the deal, the house rules or the board since. This phone can't check what happened before.",
            { moves: moves(shown.ply) }
          )
        : t(
            "The seed and salt match the code that this phone was shown before the first move. Nobody has changed the deal, the house rules or the board since."
          );
