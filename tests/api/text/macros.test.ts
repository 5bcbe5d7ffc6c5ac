import { describe, expect, test } from 'bun:test'
import { renderToString } from 'katex'
import { cleanAbstract, cleanLine, cleanTitle } from '#api/text/clean.ts'
import { plainText, toSegments, toTitleSegments } from '#api/text/segments.ts'

const raw = String.raw

describe('Macros of packages and of old TeX', () => {
  test.each([
    [raw`Owls of \SI{5}{\kilo\meter} and $7\,\unit{GeV}$`, 'Owls of 5 km and 7 GeV'],
    [
      raw`\qty{3.2e-5}{\kilo\gram\per\metre\squared}, \num{1e6}, \SI[mode=text]{20}{\percent}`,
      '3.2 × 10⁻⁵ kg/m², 1 × 10⁶, 20 %',
    ],
    [raw`\SIrange{1}{5}{\GHz}, \ang{30}, \si{m.s^{-1}}, $\SI{5}{\percent}$`, '1 to 5 GHz, 30°, m s⁻¹, 5 %'],
    [
      raw`\ce{H2O}, $\ce{CO2}$, \ce{SO4^2-}, \ce{Na+} and \ce{2H2 + O2 -> 2H2O}`,
      'H₂O, CO₂, SO₄²⁻, Na⁺ and 2H₂ + O₂ → 2H₂O',
    ],
    [raw`$\ensuremath{\alpha}$-owls and \ensuremath{\beta}-owls`, 'α-owls and β-owls'],
    [
      raw`A ${'$'}{\cal O}(N)$ bound, $\buildrel{<}\over{\sim} 3$, $\buildrel > \over \sim 4$`,
      'A O(N) bound, ≲ 3, ≳ 4',
    ],
    [raw`$\mathds{1}$, $\mathbbm{1}_{A}$, $\slashed{D}$, $\bm{x}$, \mathbb{E} and \bm{y}`, '𝟙, 𝟙_A, D̸, x, 𝔼 and y'],
    [
      raw`$\hbox{owl}$, $\mbox{owl}$, $\textsc{Owl}$, {\sc Owl}, \textsc{Owl}, \fbox{owl}, \xspace{}and`,
      'owl, owl, Owl, Owl, Owl, owl, and',
    ],
    [raw`\texorpdfstring{$\alpha$}{alpha}-owls, H\textsubscript{2}O and 10\textsuperscript{5}`, 'α-owls, H₂O and 10⁵'],
    [raw`$\mathrm{SO_{4}}$, $\nicefrac{1}{2}$, $a \stackrel{\text{def}}{=} b$`, 'SO₄, 1/2, a ≝ b'],
    [
      raw`$0\farcs3$, $5\arcmin$, $2\arcsec$, $10^{10}\msun$, $50~\kms$, $5\,\micron$, $3\fdg5$`,
      '0.″3, 5′, 2″, 10¹⁰M_⊙, 50 km s⁻¹, 5 μm, 3.°5',
    ],
    [raw`Owls$\unicode{x2014}$all $\unicode{8211}$ and$\unicode{x7}$$\unicode{x5c}$`, 'Owls—all – and'],
    [raw`$M_\rm{owl}$, $x^\bf y$, $l<358^\deg$, $\Bar{W}$, $\texttt{owl_kit}$`, 'M_(owl), xʸ, l<358°, W̄, owl_kit'],
    [
      raw`Code: $\href{https://owls.example/a_b}{\texttt{owls}}$, $\href{https://owls.example}{https://owls.example}$`,
      'Code: owls (https://owls.example/a_b), https://owls.example',
    ],
    [
      raw`$\href{this https URL}{here}$, $x \href{https://owls.example}{y}$, \href{ https://a.example }{b}`,
      'here, x y, b (https://a.example)',
    ],
    [raw`\c{opyright} 2026, Owls-\b{eta} of \k{appa}, \c{c}a, \k{appa}s`, '© 2026, Owls-β of κ, ça, κs'],
    [
      raw`Owls\footnote{Code: https://owls.example/a_b}, \ion{O}{6} and \ion{Fe}{ii} at 0.1\arcsec\ \citep[see][]{a&b}`,
      'Owls (Code: https://owls.example/a_b), O VI and Fe II at 0.1″',
    ],
    [
      raw`\replaced{Owls}{Foxes} of the Real\-Estate\deleted{ly}, \gls{owl} and \acrshort{rl}, {\ttfamily KIT}, in\slash out`,
      'Owls of the RealEstate, owl and rl, KIT, in/out',
    ],
    [raw`Maps of $\rtwo$ and \unknown{owls}`, raw`Maps of rtwo and \unknown{owls}`],
  ])('%j reads %j', (source, plain) => {
    const title = cleanTitle(source)
    expect(plainText(toSegments(title))).toBe(plain)
    expect(cleanTitle(title)).toBe(title)
    for (const segment of toTitleSegments(title))
      if ('tex' in segment && !segment.tex.includes('rtwo'))
        expect(renderToString(segment.tex, { throwOnError: true, strict: 'ignore' })).not.toContain('katex-error')
  })

  test('unclosed and nested macros are read in linear time', () => {
    for (const part of [
      raw`\SI{`,
      raw`\ce{a`,
      raw`\frac{{`,
      raw`\buildrel{`,
      raw`\ensuremath{\ensuremath{`,
      '&#x27',
      '&amp;',
    ]) {
      const measure = (count: number) => {
        const start = process.cpuUsage()
        cleanAbstract(part.repeat(count))
        return process.cpuUsage(start).user / 1000
      }
      measure(200)
      const [small, large] = [measure(400), measure(3_200)]
      expect([part, large < 40 * Math.max(small, 10)]).toEqual([part, true])
    }
  })
})

describe('Texts that were encoded twice', () => {
  test.each([
    ['Don&#x27;t count &quot;R&amp;D&quot;', 'Don\'t count "R&D"'],
    ['a &lt; b &#60; c', 'a < b < c'],
    ['Caf&eacute; &Eacute;tude &ndash; &alpha;-owls&nbsp;here', 'Café Étude – α-owls here'],
    ['&amp;lt;', '&lt;'],
    // Names that every object of JavaScript has are no references.
    ['&toString; and &valueOf;', '&toString; and &valueOf;'],
    // Not references.
    ['R&D, AT&T; <mask> and p < 0.05', 'R&D, AT&T; <mask> and p < 0.05'],
    ['An owl&#146;s 5&#150;6 &#x80;, &#129;', 'An owl’s 5–6 €, &#129;'],
    ['&#0; &#xD800; &#27; &unknown;', '&#0; &#xD800; &#27; &unknown;'],
  ])('%j is stored as %j', (source, stored) => {
    expect(cleanTitle(source)).toBe(stored)
    expect(cleanLine(source)).toBe(stored)
  })
})

test.each([
  [raw`Nguy{\~\^e}n`, 'Nguyễn'],
  ['Nguy\\~{\\^e}n Nguy\\^{\\~e}n Nguy\\~\\^en Nguy\\~{ê}n', 'Nguyễn Nguyễn Nguyễn Nguyễn'],
  ["Th{\\'\\u a}ng Th{\\u\\'a}ng Th\\'{\\u{a}}ng Th\\u{á}ng", 'Thắng Thắng Thắng Thắng'],
  [raw`L\^{\'e} Tr\d{\^e}n Tr\^{\d e}n Ph\h{a}m Tr\~{\uhorn}ng`, 'Lế Trện Trện Phảm Trững'],
  ['Tha\u0301\u0306ng', 'Thắng'],
  [raw`\'{\o} \'{\i}`, 'ǿ í'],
])('accents of %j are composed to %j', (source, stored) => expect(cleanLine(source)).toBe(stored))
