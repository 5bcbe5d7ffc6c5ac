import { render } from 'katex'
import 'katex/dist/katex.min.css'

/** Renders a formula into `container`, with MathML for screen readers. Throws if KaTeX cannot parse it. */
export function renderFormula(tex: string, displayMode: boolean, container: HTMLElement): void {
  // Renders into a separate node first, so that the TeX stays visible if KaTeX throws half-way.
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
  container.replaceChildren(...scratch.childNodes)
}
