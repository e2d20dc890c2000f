// Data that this phone keeps between visits; a private window keeps it as long as the page.

const here = {};

/** Value stored under this key, or nothing; with `sessionStorage` only for this page. */
export function kept(key, store = "localStorage") {
  try {
    return window[store].getItem(key) || here[key] || "";
  } catch {
    return here[key] || "";
  }
}

/** Store a value, or delete it if it is nothing. */
export function keep(key, value, store = "localStorage") {
  here[key] = value;
  try {
    if (value) window[store].setItem(key, value);
    else window[store].removeItem(key);
  } catch {
    // Private, see above.
  }
}
