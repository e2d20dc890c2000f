// Data that this phone keeps between visits; a private window keeps it as long as the page.

const here = {};

/** Value kept under this key, or nothing; in `sessionStorage` only this page keeps it. */
export function kept(key, store = "localStorage") {
  try {
    return window[store].getItem(key) || here[key] || "";
  } catch {
    return here[key] || "";
  }
}

/** Keep it, or forget what was kept where it is nothing. */
export function keep(key, value, store = "localStorage") {
  here[key] = value;
  try {
    if (value) window[store].setItem(key, value);
    else window[store].removeItem(key);
  } catch {
    // Private: see above.
  }
}
