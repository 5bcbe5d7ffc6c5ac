import { render } from 'katex'
import 'katex/dist/katex.min.css'

/** A per cent sign, as authors type it in metadata. For TeX it would begin a comment, and the formula would not end. */
const PER_CENT = /(?<!\\)%/g

/** Renders a formula into `container`, with MathML for screen readers. Throws if KaTeX cannot parse it. */
export function renderFormula(tex: string, displayMode: boolean, container: HTMLElement): void {
  // Renders into a separate node first, so that the TeX stays visible if KaTeX throws half-way.
  const scratch = document.createElement('span')
  render(tex.replaceAll(PER_CENT, String.raw`\%`), scratch, {
    displayMode,
    output: 'htmlAndMathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxSize: 10,
    maxExpand: 200,
  })
  container.replaceChildren(...scratch.childNodes)
}
