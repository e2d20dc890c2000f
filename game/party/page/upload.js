// Page on which a phone sends a match to the album of the big screen: a file, or its text.

import { applyStyles, button, h, learnWords, patch, t } from "/dom.js";

const MOST = 2000000; // maximum bytes that the big screen accepts
const now = { text: "", file: "", said: "", sending: false };

const refusals = {
  404: () => t("The big screen has stopped waiting for a match. Open it there again."),
  413: () => t("That's far too long for a match."),
  503: () => t("The big screen is still checking another match. Try again in a moment.")
};

async function send() {
  const body = new Blob([now.text]);
  if (body.size > MOST) return say(refusals[413]());
  now.sending = true;
  say(t("It's on its way…"));
  try {
    const answer = await fetch(`/bring/${encodeURIComponent(location.hash.slice(1))}`, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(30000)
    });
    if (answer.ok) Object.assign(now, { text: "", file: "" });
    say(answer.ok ? t("It's arrived. Look at the big screen.") : (refusals[answer.status] || lost)());
  } catch {
    say(lost());
  }
  now.sending = false;
  draw();
}

const lost = () => t("It didn't arrive. Is the big screen still showing the code? Try again.");

function say(words) {
  now.said = words;
  draw();
}

async function choose({ target }) {
  const [file] = target.files;
  if (!file) return;
  if (file.size > MOST) return say(refusals[413]());
  Object.assign(now, { text: await file.text(), file: file.name, said: "" });
  draw();
}

function draw() {
  const ready = Boolean(now.text.trim()) && !now.sending;
  patch(document.getElementById("main"), [
    h(
      "section.label.bring",
      {},
      h("h1", {}, t("A match for the album")),
      h("p", {}, t("Choose a match file or paste its text. It goes into the album on the big screen.")),
      h(
        "label",
        {},
        h("span", {}, t("Match file")),
        h("input", { id: "file", type: "file", accept: ".txt,text/plain", onchange: choose })
      ),
      h(
        "label",
        {},
        h("span", {}, t("Or paste its text")),
        h("textarea", {
          id: "text",
          rows: 6,
          value: now.text,
          spellcheck: "false",
          oninput: ({ target }) => {
            Object.assign(now, { text: target.value, said: "" });
            draw();
          }
        })
      ),
      button(t("Send"), send, {
        kind: "go",
        key: "send",
        off: ready ? "" : now.sending ? t("It's on its way…") : t("There's nothing to send yet.")
      }),
      now.said && h("p", { key: "said", role: "status" }, h("b", {}, now.said))
    )
  ]);
}

applyStyles(`
.bring { margin-top: 1rem; }
.bring label { display: grid; gap: .25rem; }
.bring ::file-selector-button {
  font: 700 1rem var(--names); color: var(--ink); background: #fff3c4; border: 2px solid var(--ink);
  border-radius: .6rem; min-height: 2.75rem; padding: 0 .9rem; margin-right: .7rem;
}
.bring textarea {
  font: 600 1rem/1.3 ui-monospace, Menlo, Consolas, monospace; padding: .5rem .7rem;
  border: 2.5px solid var(--ink); border-radius: .7rem; background: #fff; color: var(--ink); width: 100%;
}
.bring input { font-size: 1rem; }`);
await learnWords();
window.awake = true;
draw();
