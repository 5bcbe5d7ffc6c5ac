import { render } from 'katex'
import 'katex/dist/katex.min.css'

/** Draws a formula into `place`, with MathML for screen readers. Throws when KaTeX does not understand it. */
export function renderFormula(tex: string, displayMode: boolean, place: HTMLElement): void {
  // Into a scratch node first: a formula that fails half-way must leave the TeX that is shown.
  const scratch = document.createElement('span')
  render(tex, scratch, {
    displayMode,
    output: 'htmlAndMathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxSize: 10,
    maxExpand: 200,
  })
  place.replaceChildren(...scratch.childNodes)
}
