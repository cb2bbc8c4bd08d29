// A group of buttons that is one stop of the Tab key; arrows, Home and End move inside it.

const FORWARD = new Set(["ArrowRight", "ArrowDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp"]);

/** One tab stop over the buttons of a container. */
export class Roving {
  #container;

  /** @param {HTMLElement} container */
  constructor(container) {
    this.#container = container;
    container.addEventListener("keydown", (event) => this.#move(event));
    container.addEventListener("focusin", ({ target }) =>
      this.#stopAt(/** @type {Element} */ (target).closest("button")),
    );
  }

  get items() {
    return /** @type {HTMLButtonElement[]} */ ([...this.#container.querySelectorAll("button:not([hidden])")]);
  }

  /** Where Tab arrives. */
  get current() {
    return this.items.find((item) => item.tabIndex === 0) ?? this.items[0];
  }

  get hasFocus() {
    return this.#container.contains(document.activeElement);
  }

  /** After the buttons changed: exactly one of them is a tab stop. */
  settle() {
    const { items } = this;
    this.#stopAt(
      items.find((item) => item === document.activeElement) ?? items.find((item) => item.tabIndex === 0) ?? items[0],
    );
  }

  /** Moves focus to an item. */
  go(item) {
    this.#stopAt(item);
    item?.focus();
  }

  #stopAt(chosen) {
    if (!chosen) return;
    for (const item of this.items) item.tabIndex = item === chosen ? 0 : -1;
  }

  #move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { items } = this;
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (at < 0) return;
    let to;
    if (FORWARD.has(event.key)) to = at + 1;
    else if (BACK.has(event.key)) to = at - 1;
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = items.length - 1;
    else return;
    event.preventDefault();
    this.go(items[Math.max(0, Math.min(items.length - 1, to))]);
  }
}
