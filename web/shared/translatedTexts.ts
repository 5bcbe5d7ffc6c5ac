/** The element that a translation has put in place of a text. */
const translations = new WeakMap<Node, Element>()
const used = new WeakSet<Element>()

/**
 * Lets React change a page that the browser has translated. A translator takes the texts out of the page and puts a
 * `<font>` in place of each. React keeps its text nodes: it fails with "the node to be removed is not a child" when it
 * removes one or inserts beside one, and what it writes into one is not seen. Such texts are in every component that has
 * a text beside another child, so the place of each text is remembered here instead, and the calls that React makes
 * are led to it: a text that changes comes back, and the translator translates it again.
 */
export function followTranslatedTexts(): void {
  const observer = new MutationObserver(remember)
  observer.observe(document, { childList: true, subtree: true })
  const translationOf = (node: Node) => {
    remember(observer.takeRecords())
    return node.parentNode === null ? translations.get(node) : undefined
  }

  const { insertBefore, removeChild } = Node.prototype
  /* oxlint-disable no-extend-native -- React calls these functions of the browser, and has no other place for this. */
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    ;(translationOf(child) ?? (child as unknown as ChildNode)).remove()
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    let place = next && next.parentNode !== this ? (translationOf(next) ?? next) : next
    // Some translators put the text into an element instead.
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, child, place) as Child
  }

  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get,
    set(this: Text, text: string) {
      set!.call(this, text)
      translationOf(this)?.replaceWith(this)
    },
  })
  /* oxlint-enable no-extend-native */
}

/** Remembers which elements came in place of texts, and removes those whose text is in the page again. */
function remember(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const node of removedNodes) {
      if (!(node instanceof Text)) continue
      const translation = [...addedNodes, previousSibling, nextSibling].find(isNewFont)
      if (!translation) continue
      used.add(translation)
      translations.set(node, translation)
    }
    for (const node of addedNodes) {
      translations.get(node)?.remove()
      translations.delete(node)
    }
  }
}

const isNewFont = (node: Node | null | undefined): node is Element =>
  node instanceof Element && node.localName === 'font' && !used.has(node)
