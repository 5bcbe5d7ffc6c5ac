import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openBrowser } from '#tests/support/browser.ts'

const MODULE = join(import.meta.dirname, '../../web/shared/copyFormulas.ts')
/** A formula as KaTeX shows it: as MathML, and as letters with zero-width characters. */
const formula = (tex: string) =>
  `<span data-tex="${tex}"><span class="katex"><math><mi>x</mi><annotation>${tex}</annotation></math><span aria-hidden="true">x\u200b<b class="in">y</b></span></span></span>`
const PAGE = `<h2>On ${formula('$Z_t$')} in rain</h2><p>For ${formula('$x$')} we prove ${formula('$$a < b$$')} here.</p>`

test('A copied selection has each formula once, as TeX, also when it begins in the middle of one', async () => {
  const built = await Bun.build({ entrypoints: [MODULE], format: 'esm' })
  const code = (await built.outputs[0]!.text()).replace(/export\s*\{[^}]*\};?/, '')
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent(PAGE)
    await page.evaluate(`${code}; copyFormulasAsTex()`)
    const copy = (from: string, to: string) =>
      page.evaluate(
        ([first, last]) => {
          const range = document.createRange()
          range.setStart(document.querySelector(first!)!.firstChild!, 0)
          range.setEndAfter(document.querySelector(last!)!)
          getSelection()!.removeAllRanges()
          getSelection()!.addRange(range)
          const clipboardData = new DataTransfer()
          document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
          return clipboardData.getData('text/plain').trim().split(/\n+/)
        },
        [from, to],
      )
    expect(await copy('h2', 'p')).toEqual(['On $Z_t$ in rain', 'For $x$ we prove $$a < b$$ here.'])
    expect(await copy('h2 .in', 'h2')).toEqual(['$Z_t$ in rain'])
    expect(await copy('p', 'p .in')).toEqual(['For $x$'])
  } finally {
    await browser.close()
  }
})
