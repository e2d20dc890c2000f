// The line to the big screen: one WebSocket, tried again whenever it is lost, at once when the phone wakes.

const BEAT = 4000; // without a sign of life for so long, the line is taken for dead
const KEY = "sockdrawer.seat";

export class Line {
  constructor(hear) {
    this.hear = hear;
    this.heard = 0;
    this.tries = 0;
    this.said = 0;
    this.waiting = new Map();
    this.given = false; // whether another page has the seat
  }

  /** Call for the first time, and from now on whenever the line is lost or the phone wakes. */
  start() {
    setInterval(() => this.watch(), 1000);
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.call();
  }

  get token() {
    try {
      return localStorage.getItem(KEY) || this.kept || "";
    } catch {
      return this.kept || "";
    }
  }

  set token(token) {
    this.kept = token;
    try {
      if (token) localStorage.setItem(KEY, token);
      else localStorage.removeItem(KEY);
    } catch {
      // A private window keeps nothing: the seat lasts as long as the page.
    }
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  call() {
    clearTimeout(this.timer);
    this.hang();
    this.given = false;
    const socket = new WebSocket(`ws://${location.host}/line`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => socket === this.socket && this.hear({ type: "open" });
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.tries = 0;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => socket === this.socket && this.lost();
  }

  hang() {
    const old = this.socket;
    this.socket = null;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  lost() {
    this.hang();
    for (const done of this.waiting.values()) done("");
    this.waiting.clear();
    this.hear({ type: "lost" });
    if (this.given) return;
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.call(), Math.min(2000, 150 * 2 ** Math.min(this.tries, 4)));
  }

  watch() {
    if (this.socket && Date.now() - this.heard > BEAT) this.lost();
  }

  /** The phone was asleep, perhaps: a line that has been silent is not waited for. */
  wake() {
    if (this.given) return;
    if (!this.socket || (!this.open && Date.now() - this.heard > 700) || Date.now() - this.heard > 2000) this.call();
  }

  take(message) {
    if (message.type === "beat") this.send("beat");
    else if (message.type === "answer") {
      this.waiting.get(message.number)?.(message.refused);
      this.waiting.delete(message.number);
    } else {
      if (message.type === "bye" && message.why === "elsewhere") this.given = true;
      this.hear(message);
    }
  }

  send(type, fields) {
    if (this.open) this.socket.send(JSON.stringify({ type, ...fields }));
  }

  /** Say what the person does; resolves to why it was refused, or to nothing. */
  say(words) {
    if (!this.open) return Promise.resolve("");
    const number = ++this.said;
    this.send("say", { number, words });
    return new Promise((done) => this.waiting.set(number, done));
  }
}
