/**
 * Hides the keys of an input method from the page, while a word is composed (Chinese, Japanese, Korean, accents): Enter,
 * Escape and the comma then choose a candidate, and belong to no field, menu, dialog or shortcut. On the way down to
 * them, so that it holds for every handler, those of libraries included. Safari sends the Enter that ends a word after the
 * composition, with the key code 229.
 */
export function hideComposedKeys(): void {
  for (const type of ['keydown', 'keyup'] as const)
    window.addEventListener(
      type,
      (event) => {
        if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
      },
      true,
    )
}
