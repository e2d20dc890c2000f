// For who can only type: a number instead of a link. The relay knows the number, so it could stand in the middle; that
// three socks are the same on both sides is how people see that it does not (game/party/seal.py, SockMatch).

import { address, bytes, invited, join, pair, say, sentence, text, unseal } from "./far.js";

const SIGN = bytes("S");
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
const COLOURS = ["#D9482B", "#12807E", "#E8A317", "#7E3F98", "#3E8EDE", "#4F9A4F", "#E26D8F", "#26406F"];

/** Three socks, from the left: colour and pattern, each by the number of the seat that wears it. */
function draw(socks) {
  return socks.map(([colour, pattern]) => `<svg viewBox="0 0 40 40" role="img"><rect width="40" height="40" rx="8" fill="${COLOURS[colour]}"/><text x="20" y="28" font-size="22" fill="#fff" text-anchor="middle">${pattern}</text></svg>`).join("");
}

/** Call the big screen of a number; resolves to the invitation, where somebody there says that the socks are right. */
function match(digits, show) {
  return new Promise((done, lost) => {
    const socket = new WebSocket(address(`number=${digits}`));
    socket.binaryType = "arraybuffer";
    const nonce = crypto.getRandomValues(new Uint8Array(32));
    const own = pair();
    const put = async (step, ...parts) => socket.send(join(SIGN, Uint8Array.of(step), ...parts));
    let keys;
    socket.onopen = async () => put(1, await sha(bytes("sock-drawer socks 1"), (await own).point, nonce));
    const hear = async (data) => {
      const { point, agree } = await own;
      if (data[1] === 2 && !keys) {
        const theirs = data.slice(2);
        keys = await agree(theirs, nonce, "sock-drawer socks 1");
        await put(3, nonce, point);
        const [a, b, c] = await sha(bytes("sock-drawer socks 1 look"), point, theirs, nonce);
        const bits = ((a << 16) | (b << 8) | c) >> 6;
        show([12, 6, 0].map((at) => [(bits >> (at + 3)) & 7, (bits >> at) & 7]));
      } else if (data[1] === 4 && keys) {
        done(JSON.parse(text(await unseal(keys.open, data.slice(2)))).link);
        socket.close();
      }
    };
    let order = Promise.resolve();
    socket.onmessage = ({ data }) => { order = order.then(() => hear(new Uint8Array(data))).catch(lost); };
    socket.onclose = () => order.then(() => lost(keys ? "no" : "nobody"));
  });
}

/** Ask for the number. */
export function type() {
  const place = document.getElementById("far");
  place.innerHTML = `<form><label for="number">${sentence("number")}</label><input id="number" inputmode="numeric" autocomplete="off" maxlength="7" required><p role="alert"></p><button>${sentence("go")}</button></form>`;
  const form = place.firstChild;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const digits = form.elements.number.value.replace(/\D/g, "");
    try {
      if (digits.length !== 6) throw "nobody";
      const link = await match(digits, (socks) => {
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
