/** Attribute of an element that shows a formula: the TeX of the formula with its dollar signs. */
export const TEX_ATTRIBUTE = 'data-tex'

/**
 * Copies each formula of a selection once, as TeX: a formula is in the page as MathML for screen readers and as positioned
 * letters, and a browser copies both. A selection that begins or ends in a formula takes the whole formula.
 */
export function copyFormulasAsTex(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection()
    const isInField = event.target instanceof Element && event.target.matches('input, textarea')
    if (!selection || selection.isCollapsed || isInField || !event.clipboardData) return
    const range = selection.getRangeAt(0).cloneRange()
    const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)]
    if (first) range.setStartBefore(first)
    if (last) range.setEndAfter(last)

    const copy = document.createElement('div')
    copy.append(range.cloneContents())
    const formulas = copy.querySelectorAll(`[${TEX_ATTRIBUTE}]`)
    if (formulas.length === 0) return
    for (const formula of formulas) formula.textContent = formula.getAttribute(TEX_ATTRIBUTE)
    // In the page, where its text has the line breaks that the reader sees.
    copy.style.cssText = 'position: fixed; left: -100vw; top: 0; opacity: 0'
    document.body.append(copy)
    event.clipboardData.setData('text/plain', copy.innerText)
    copy.remove()
    event.clipboardData.setData('text/html', copy.innerHTML)
    event.preventDefault()
  })
}

const formulaAt = (node: Node): Element | null | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest(`[${TEX_ATTRIBUTE}]`)
