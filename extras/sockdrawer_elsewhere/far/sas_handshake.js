// For guests who can only type: a number instead of a link. The relay knows the number and could intercept. People
// notice that if the three socks differ between the two ends (game/party/secure_channel.py, SockMatch).

import { address, bytes, invited, join, pair, say, sentence, text, unseal } from "./far.js";

const SIGN = bytes("S");
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
const COLOURS = ["#D9482B", "#12807E", "#E8A317", "#7E3F98", "#3E8EDE", "#4F9A4F", "#E26D8F", "#26406F"];
const WHOLE =
  "M56 8Q110-2 164 8Q168 34 159 60C157 110 155 140 159 164C162 184 184 190 210 196C256 206 276 238 268 268C260 294 228 304 190 302C140 300 100 304 72 276C48 250 58 190 60 150L60 60Q52 34 56 8Z";
const CUFF = "M56 8Q110-2 164 8Q170 34 164 58Q110 72 56 58Q50 34 56 8Z";
const twice = (one, x, y) =>
  `<g transform="translate(${x / 4} ${y / 4})">${one}</g><g transform="translate(${(3 * x) / 4} ${(3 * y) / 4})">${one}</g>`;
const diamonds = [
  [48, 36],
  [0, 0],
  [96, 0],
  [0, 72],
  [96, 72]
]
  .map(([x, y]) => `M${x} ${y - 32}l21 32l-21 32l-21-32Z`)
  .join("");
const star = [...Array(10)]
  .map((_, n) => {
    const r = n % 2 ? 9 : 21,
      turn = (n * Math.PI) / 5;
    return `${n ? "L" : "M"}${r * Math.sin(turn)} ${-r * Math.cos(turn)}`;
  })
  .join("");
/** Patterns of the eight seats, each as a tile: width, height and content (as in game/ui/art/knits.py). */
const TILES = [
  [42, 42, '<path d="M0 12h42v17H0Z"/>'],
  [60, 88, twice('<circle r="13"/>', 60, 88)],
  [96, 72, `<path d="${diamonds}"/>`],
  [46, 40, '<path d="M-6 3L0 8L23 26L46 8L52 3" fill="none" stroke="#FFFAF2" stroke-width="10"/>'],
  [48, 48, '<path d="M0 0h24v24H0ZM24 24h24v24H24Z"/>'],
  [80, 108, twice(`<path d="${star}Z"/>`, 80, 108)],
  [88, 118, twice('<path transform="scale(2.2)" d="M0 9C-16-2-8-12 0-4C8-12 16-2 0 9Z"/>', 88, 118)],
  [
    400,
    400,
    '<path d="M36 214Q104 210 116 322L36 330ZM232 170Q204 245 234 330L310 330V160Z" stroke="#2B2440" stroke-width="5"/>'
  ]
];

/** Three socks from the left: colour and pattern, each as the number of its seat, and both as digits. */
function draw(socks) {
  return socks
    .map(([colour, pattern], place) => {
      const [wide, high, tile] = TILES[pattern];
      return `<svg viewBox="30 -10 264 390" role="img" aria-label="${colour + 1} ${pattern + 1}"><defs><clipPath id="leg"><path d="${WHOLE}"/></clipPath>
<pattern id="knit${place}" width="${wide}" height="${high}" patternUnits="userSpaceOnUse" fill="#FFFAF2">${tile}</pattern></defs>
<g clip-path="url(#leg)"><path d="M0-20h320v340H0Z" fill="${COLOURS[colour]}"/><path d="M0 0h320v340H0Z" fill="url(#knit${place})"/></g>
<path d="${WHOLE}" fill="none" stroke="#2B2440" stroke-width="9" stroke-linejoin="round"/><path d="${CUFF}" fill="#FFFAF2" stroke="#2B2440" stroke-width="9"/>
<text x="150" y="368" font-size="58" font-weight="700" fill="currentColor" text-anchor="middle">${colour + 1}·${pattern + 1}</text></svg>`;
    })
    .join("");
}

/** Connect to the big screen with this number. Resolves to the invitation once the host confirms the socks. */
function match(digits, show) {
  return new Promise((done, lost) => {
    const socket = new WebSocket(address(`number=${digits}`));
    socket.binaryType = "arraybuffer";
    const nonce = crypto.getRandomValues(new Uint8Array(32));
    const own = pair();
    const put = async (step, ...parts) => socket.send(join(SIGN, Uint8Array.of(step), ...parts));
    let keys;
    socket.onopen = async () => put(1, await sha(bytes("sock-drawer socks 1"), (await own).point, nonce));
    const hear = async data => {
      const { point, agree } = await own;
      if (data[1] === 2 && !keys) {
        const theirs = data.slice(2);
        keys = await agree(theirs, nonce, "sock-drawer socks 1");
        await put(3, nonce, point);
        const [a, b, c] = await sha(bytes("sock-drawer socks 1 look"), point, theirs, nonce);
        const bits = ((a << 16) | (b << 8) | c) >> 6;
        show([12, 6, 0].map(at => [(bits >> (at + 3)) & 7, (bits >> at) & 7]));
      } else if (data[1] === 4 && keys) {
        done(JSON.parse(text(await unseal(keys.open, data.slice(2)))).link);
        socket.close();
      }
    };
    let order = Promise.resolve();
    socket.onmessage = ({ data }) => {
      order = order.then(() => hear(new Uint8Array(data))).catch(lost);
    };
    socket.onclose = () => order.then(() => lost(keys ? "no" : "nobody"));
  });
}

/** Ask for the number. */
export function type() {
  const place = document.getElementById("far");
  place.innerHTML = `<form><label for="number">${sentence("number")}</label><input id="number" inputmode="numeric" autocomplete="off" maxlength="7" required><p role="alert"></p><button>${sentence("go")}</button></form>`;
  const form = place.firstChild;
  form.onsubmit = async event => {
    event.preventDefault();
    const digits = form.elements.number.value.replace(/\D/g, "");
    try {
      if (digits.length !== 6) throw "nobody";
      const link = await match(digits, socks => {
        place.innerHTML = draw(socks);
        place.append(document.createElement("br"), sentence("socks"));
      });
      await invited(link);
    } catch (why) {
      if (!form.isConnected) type();
      document.querySelector("#far [role=alert]").textContent = sentence(why) || String(why);
    }
  };
}
