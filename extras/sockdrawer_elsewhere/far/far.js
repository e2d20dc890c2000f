// The only script that does not come from the big screen. It takes the key behind # in the address, connects to the big
// screen through the relay, and fetches the page from there. The page, like everything after it, is sealed
// (game/party/secure_channel.py).

const WORD = 0,
  FILE = 1,
  STATE = 2,
  SEEN = 3,
  BLOCK = 256,
  VERSION = "1";
const KEPT = "sockdrawer.far",
  NEXT = "sockdrawer.next";
const STORES = ["sessionStorage", "localStorage"];
const CURVE = { name: "ECDH", namedCurve: "P-256" };
const { subtle } = crypto;
const base = new URL(document.querySelector("meta[name=relay]").content || "./", location.href.replace(/#.*/, ""));
const words = JSON.parse(document.getElementById("words").textContent);
const told = words[navigator.language.slice(0, 2)] || words.en;
const wait = time => new Promise(done => setTimeout(done, time));

/** Show the progress until the page is there. */
export function say(what) {
  const place = document.getElementById("far");
  if (place) place.textContent = told[what] || what;
}
export const sentence = what => told[what];
export const address = query => `${new URL("line", base).href.replace("http", "ws")}?role=phone&${query}`;
export const bytes = text => new TextEncoder().encode(text);
export const text = data => new TextDecoder().decode(data);
export function join(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
const count = (data, at) => new DataView(data.buffer).getUint32(at);
const counted = value => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

/** New public point of this end, and a function that makes keys of it and the other end's. */
export async function pair() {
  const own = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  const point = new Uint8Array(await subtle.exportKey("raw", own.publicKey));
  return {
    point,
    agree: async (theirs, salt, label) => {
      const other = { ...CURVE, public: await subtle.importKey("raw", theirs, CURVE, false, []) };
      const shared = await subtle.importKey("raw", await subtle.deriveBits(other, own.privateKey, 256), "HKDF", false, [
        "deriveBits"
      ]);
      const info = join(bytes(label), point, theirs);
      const made = await subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, shared, 512);
      const end = async (part, use) => {
        const key = await subtle.importKey("raw", part, "AES-GCM", false, [use]);
        let n = 0; // a message that is missing, repeated or out of order cannot be opened
        return data => subtle[use]({ name: "AES-GCM", iv: join(new Uint8Array(8), counted(n++)) }, key, data);
      };
      return { lock: await end(made.slice(0, 32), "encrypt"), open: await end(made.slice(32), "decrypt") };
    }
  };
}

/** Text of a sealed message. */
export async function unseal(open, data) {
  const padded = new Uint8Array(await open(data));
  return padded.slice(4, 4 + count(padded, 0));
}

const each = does =>
  STORES.map(name => {
    try {
      return does(window[name]);
    } catch {
      /* private */
    }
  });
let invitation = "";
let current = null; // the current connection, for words and files
let code = "";

/** Sealed connection that can be used like a WebSocket of text. */
class FarSocket {
  readyState = 0;
  order = (this.saying = Promise.resolve());
  files = new Map();
  asked = 0;

  constructor() {
    current = this;
    this.opened = new Promise((done, lost) => Object.assign(this, { done, lost }));
    this.opened.catch(() => 0);
    const socket = (this.socket = new PlainSocket(address(`room=${invitation.slice(1, 13)}`)));
    socket.binaryType = "arraybuffer";
    const own = pair();
    socket.onopen = async () => socket.send((await own).point);
    socket.onmessage = ({ data }) => {
      const hear = async () =>
        this.keys ? this.take(new Uint8Array(data)) : this.meet(await own, new Uint8Array(data));
      this.order = this.order.then(hear).catch(() => {
        say("other");
        this.close();
      });
    };
    socket.onclose = ({ code: why }) => {
      this.readyState = 3;
      if (!this.ended) say({ 4004: "over", 4005: "full" }[why] || "away");
      for (const { lost } of [this, ...this.files.values()]) lost(new Error("line lost"));
      this.onclose?.({ code: why });
    };
  }

  /** The answer: a point, sealed so that only a holder of the key can have sent it. */
  async meet({ agree }, data) {
    const salt = Uint8Array.from(atob(invitation.slice(13).replace(/-/g, "+").replace(/_/g, "/")), sign =>
      sign.charCodeAt(0)
    );
    this.keys = await agree(data.slice(0, 65), salt, `sock-drawer far 1${invitation.slice(1, 13)}`);
    const hello = JSON.parse(text(await unseal(this.keys.open, data.slice(65))));
    code = hello.code;
    each(store => {
      store[NEXT] = hello.next;
    }); // marks a new link of the same party
    this.readyState = 1;
    this.done();
    this.onopen?.();
  }

  async take(data) {
    const said = await unseal(this.keys.open, data);
    if (said[0] === FILE) {
      const file = this.files.get(count(said, 1));
      this.put(SEEN);
      file?.parts.push(said.slice(6));
      if (file && said[5]) file[said[5] === 1 ? "done" : "none"](join(...file.parts));
    } else {
      if (said[0] === STATE) this.put(STATE);
      this.onmessage?.({ data: text(said.slice(1)) });
    }
  }

  put(kind, ...parts) {
    this.saying = this.saying
      .then(async () => {
        const said = join(Uint8Array.of(kind), ...parts);
        const padded = new Uint8Array(Math.ceil((said.length + 4) / BLOCK) * BLOCK);
        padded.set(join(counted(said.length), said));
        this.socket.send(await this.keys.lock(padded));
      })
      .catch(() => this.close());
  }

  send(said) {
    this.put(WORD, bytes(said));
  }

  /** A file of the big screen, or null. */
  ask(path) {
    const number = ++this.asked;
    this.put(FILE, counted(number), bytes(path));
    return new Promise((done, lost) => this.files.set(number, { parts: [], done, lost, none: () => done(null) }));
  }

  close() {
    this.ended = true;
    this.socket.close();
  }
}

const PlainSocket = window.WebSocket;

/** Fetch a file, on this connection or the next one. */
async function get(path) {
  for (let tries = 0; ; tries++) {
    if (!current || current.readyState > 1) new FarSocket();
    const line = current;
    try {
      await line.opened;
      const data = await line.ask(path);
      return (
        data &&
        (await new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
      );
    } catch {
      await wait(Math.min(3000, 200 * 2 ** tries) * (0.5 + Math.random()));
    }
  }
}

/** Begin with an invitation: the big screen sends everything else (page/far/unpack.js). */
export async function invited(by) {
  const mark = String(new Uint8Array(await subtle.digest("SHA-256", bytes(by))));
  each(store => {
    // Forget what was stored for another party.
    if (store[KEPT] !== by && store[NEXT] !== mark)
      for (const name in store) if (/^sockd/.test(name)) delete store[name];
    store[KEPT] = by;
  });
  invitation = by;
  say("call");
  const all = JSON.parse(text(await get("/all")));
  const script = URL.createObjectURL(new Blob([all["/far/unpack.js"]], { type: "text/javascript" }));
  await (
    await import(script)
  ).default({ all, code, get, text, wait, call: () => new FarSocket(), line: () => current });
}

const given = location.hash.slice(1);
history.replaceState(null, "", location.pathname); // keep it out of the history, and off a shared screen
onhashchange = () => location.reload(); // another link was opened in the same tab
document.getElementById("old").remove();
document.documentElement.lang = told === words.en ? "en" : navigator.language.slice(0, 2);
const known = given || each(store => store[KEPT]).find(Boolean);
if (!subtle || !window.DecompressionStream) say("old");
else if (!known) import("./sas_handshake.js").then(({ type }) => type());
else if (known[0] !== VERSION) say("other");
else if (!/^[\w-]{33}$/.test(known)) say("cut");
else invited(known);
