import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { gunzipSync } from 'bun'
import { renderToString } from 'katex'
import { cleanAbstract, cleanTitle } from '#api/text/clean.ts'
import { symbols, toPlainMath } from '#api/text/mathText.ts'
import { toSegments } from '#api/text/segments.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'

const raw = String.raw

test.each([
  // A command before something of which a letter is left.
  [raw`\Lambda\mathrm{CDM}`, 'ΛCDM'],
  [raw`\mathrm{SU}(2)_L\times\mathcal{N}=4`, 'SU(2)_L×N=4'],
  [raw`B\to\bar{D}`, 'B→D̄'],
  [raw`\sim\frac{h}{2}`, '∼h/2'],
  [raw`7\leq\text{log}(M)`, '7≤log(M)'],
  [raw`g\times\rm cm`, 'g×cm'],
  [raw`\ell\mathbf{x}\in\operatorname{GL}_n`, 'ℓx∈GLₙ'],
  [raw`\cdot\overset{def}{x}`, '·xᵈᵉᶠ'],
  // Functions.
  [raw`\alpha\log n + \sin(x)`, 'α log n + sin(x)'],
  [raw`x_{i}\log_{10} M`, 'xᵢ log₁₀ M'],
  [raw`\log\log n`, 'log log n'],
  // Arguments with arguments, and without braces.
  [raw`M_\mathrm{vir}`, 'Mᵥᵢᵣ'],
  [raw`x^\text{max}_\mathrm{dB}`, 'xᵐᵃˣ_(dB)'],
  [raw`e^{-x^2}`, 'e^(-x²)'],
  [raw`2^{2^{n_1}}`, '2^(2^(n₁))'],
  [raw`\sqrt{\text{Hz}} \sqrt\alpha \sqrt{1+\sqrt{x}} \sqrt[3]{x_{i}}`, '√(Hz) √α√(1+√(x)) ³√(xᵢ)'],
  [raw`\dot{M_d}, \overline{F_1}, \bar \tau, \hat\alpha, \mathring{A}, \r{A}`, 'Ṁ_d, F̅₁, τ̄, α̂, Å, Å'],
  ['\\mathcal P \\boldsymbolα \\underline{x}', 'P α x'],
  // Signs.
  [raw`\{0,1\}^n`, '{0,1}ⁿ'],
  [raw`\not\in a\not\subset b \not= \not{D}`, '∉a⊄b ≠D̸'],
  [raw`A^\dagger x^\prime y^{\prime\prime}`, 'A†x′y″'],
  [raw`a\!b\,c`, 'ab c'],
  [raw`\text{owl\_kit}_n`, 'owl_kitₙ'],
])('%j is %j as text', (tex, text) => expect(toPlainMath(tex)).toBe(text))

const DAYS = 'arxiv-2025-09-10.jsonl.gz'
test.skipIf(!hasRealData(DAYS, 'the formulas of real papers'))('The formulas of real papers', async () => {
  const packed = new Uint8Array(await Bun.file(join(REAL_DATA, DAYS)).arrayBuffer())
  const papers = new TextDecoder().decode(gunzipSync(packed)).trim().split('\n')
  const formulas = papers.flatMap((line) => {
    const { title, abstract } = JSON.parse(line) as { title: string; abstract: string }
    return [cleanTitle(title), cleanAbstract(abstract)].flatMap(toSegments)
  })
  let all = 0
  const wrong: string[] = []
  for (const segment of formulas) {
    if (!('tex' in segment)) continue
    all += 1
    const { tex } = segment
    const text = toPlainMath(tex)
    const named = [...tex.matchAll(/\\([A-Za-z]{2,})/g)].map(([, name = '']) => name)
    if (named.some((name) => name in symbols && symbols[name] !== name && text.includes(name))) wrong.push(text)
    try {
      renderToString(tex.replaceAll(/(?<!\\)%/g, String.raw`\%`), { throwOnError: true, strict: 'ignore' })
    } catch (error) {
      wrong.push(String(error))
    }
  }
  // Macros that only the author has defined.
  expect(wrong.length / all).toBeLessThan(0.0015)
})
