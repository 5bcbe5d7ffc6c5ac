import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { cleanAbstract, cleanLine, cleanTitle } from '#api/text/clean.ts'
import { plainText, toSegments } from '#api/text/segments.ts'

/** Random text with many TeX commands, formulas and unusual characters. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '\\',
        '{',
        '}',
        '$',
        '$$',
        "\\'",
        '\\"',
        '\\c',
        '\\v{s}',
        '\\o',
        '\\ss ',
        '\\(',
        '\\)',
        '\\[',
        '\\]',
      ),
      fc.constantFrom(
        '~',
        '--',
        '``',
        "''",
        '\\%',
        '\\\\',
        ' ',
        '\n',
        '\n\n',
        '\n  ',
        'a',
        'e',
        '5',
        'é',
        '\u200D',
        '\uE000',
      ),
      fc.constantFrom('\\emph{', '\\cite{', '{\\bf ', '\\url{', '\\ldots', '^', '_', '\\alpha'),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

const letters = (value: string) => value.replace(/[\s$\\()[\]]/g, '')

describe('Titles and abstracts', () => {
  test.each([
    [String.raw`Schr\"odinger, Erd\H{o}s, Tom\'as \'O{\dh}insson`, 'Schrödinger, Erdős, Tomás Óðinsson'],
    [String.raw`na\"{\i}ve \'{\i}, \c{c}a, \c ca, Ho\v{c}evar`, 'naïve í, ça, ça, Hočevar'],
    [String.raw`{\L}ukasz {\aa} \AA ngstr\"om Stra{\ss}e`, 'Łukasz å Ångström Straße'],
    [String.raw`\r{a} \k{a} \u{g} \.z \~n \=a \d{s} \b{b}`, 'å ą ğ ż ñ ā ṣ ḇ'],
    [String.raw`we don\'t know`, "we don't know"],
    ["a ``quote'' --- and 1--2", 'a “quote” — and 1–2'],
    [String.raw`50\% of R\&D in snake\_case`, '50% of R&D in snake_case'],
    ['Fig.~1 of~$x$, ~10 km, http://example.org/~ada', 'Fig. 1 of $x$, ~10 km, http://example.org/~ada'],
    [String.raw`\emph{Lanterns} and {\bf fog} by {GPT}-4`, 'Lanterns and fog by GPT-4'],
    ['labels in {0,1}', 'labels in {0,1}'],
    ['seen before~\\cite{one, two}.', 'seen before.'],
    ['\u0000a\u200Bb\u00ADc\uFEFF', 'abc'],
    ['e\u0301', 'é'],
    ['0', '0'],
    ['z~5, ESO~137, 10~km and Eq.~5', 'z~5, ESO 137, 10 km and Eq. 5'],
    ['high-{\\alpha} disks at 8{\\deg}, 2.0\\pm1.0', 'high-α disks at 8°, 2.0±1.0'],
    ['\\href{https://example.org/a}{our code}, \\eg, 22{,}879', 'our code (https://example.org/a), e.g., 22,879'],
    ['An unknown \\macro{here}', 'An unknown \\macro{here}'],
  ])('%j is stored as %j', (source, stored) => expect(cleanTitle(source)).toBe(stored))

  test('formulas are not changed', () => {
    const source = String.raw`On $\'e{\bf x}$, \(a--b\), \[c~d\] and $$\"o$$`
    expect(cleanTitle(source)).toBe(source)
  })

  test('a title is one line', () =>
    expect(cleanTitle(' Planner\n  Alignment  in\tFog ')).toBe('Planner Alignment in Fog'))

  test('a blank line, or a line break followed by two spaces, starts a paragraph', () =>
    expect(cleanAbstract('  First line\ngoes on.\n  Second.\n\nThird.\r\n')).toBe(
      'First line goes on.\n\nSecond.\n\nThird.',
    ))

  test('long texts are cut and end in an ellipsis', () => {
    expect(cleanTitle('word '.repeat(1_000))).toMatch(/word…$/)
    expect(cleanTitle('x'.repeat(1_000_000))).toHaveLength(1_000)
    expect(cleanAbstract('x'.repeat(1_000_000))).toHaveLength(20_000)
    expect(cleanTitle('😀'.repeat(1_000)).isWellFormed()).toBeTrue()
  })

  test('very deep nesting is handled with a limited number of passes', () => {
    expect(cleanAbstract('{'.repeat(30_000) + 'a' + '}'.repeat(30_000))).toEndWith('…')
    expect(cleanAbstract('~'.repeat(40_000) + '$'.repeat(20_000))).toEndWith('…')
  })

  test('cleaning is idempotent and returns well-formed NFC without control characters', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const clean of [cleanTitle, cleanAbstract, cleanLine]) {
          const once = clean(text)
          expect(clean(once)).toBe(once)
          expect(once.normalize('NFC')).toBe(once)
          expect(once.isWellFormed()).toBeTrue()
          expect(once).not.toMatch(/(?!\n)\p{Cc}/u)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('Formulas in text', () => {
  test.each([
    ['$5 and $6', [{ text: '$5 and $6' }]],
    ['US$5,000 and A$6,000', [{ text: 'US$5,000 and A$6,000' }]],
    ['costs $5 for $x$ days', [{ text: 'costs $5 for ' }, { tex: 'x', display: false }, { text: ' days' }]],
    ['$a$ or \\(b\\)', [{ tex: 'a', display: false }, { text: ' or ' }, { tex: 'b', display: false }]],
    ['$$a$$ or \\[b\\]', [{ tex: 'a', display: true }, { text: ' or ' }, { tex: 'b', display: true }]],
    ['about $\\sim$10', [{ text: 'about ' }, { tex: '\\sim', display: false }, { text: '10' }]],
    ['$>$50', [{ tex: '>', display: false }, { text: '50' }]],
    ['$ \\sim 20 M_J $', [{ tex: '\\sim 20 M_J', display: false }]],
    ['$5$5', [{ text: '$5$5' }]],
    ['the $W$1 band', [{ text: 'the ' }, { tex: 'W', display: false }, { text: '1 band' }]],
    ['$d = $ 36', [{ tex: 'd =', display: false }, { text: ' 36' }]],
    ['$5 < $10', [{ text: '$5 < $10' }]],
    ['$ x$', [{ text: '$ x$' }]],
    ['$\\text{if $x$}$!', [{ tex: '\\text{if $x$}', display: false }, { text: '!' }]],
    ['a \\$5 bill', [{ text: 'a $5 bill' }]],
    ['$a\\$b$', [{ tex: 'a\\$b', display: false }]],
    ['open $x\n\nclosed$', [{ text: 'open $x\n\nclosed$' }]],
    ['', []],
  ])('%j', (text, segments) => expect(toSegments(text)).toEqual(segments))

  test('every character is in exactly one segment', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const segments = toSegments(text)
        const kept = segments.map((segment) => ('text' in segment ? segment.text : segment.tex)).join('')
        expect(letters(kept)).toBe(letters(text))
        expect(segments.some((segment, n) => 'text' in segment && 'text' in (segments[n + 1] ?? {}))).toBeFalse()
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['$\\varepsilon$-noisy', 'ε-noisy'],
    ['$x_{n}^2 \\in \\mathbb{R}^{d}$', 'xₙ² ∈ ℝᵈ'],
    ['$\\frac{a+b}{c}$', '(a+b)/c'],
    ['$\\frac{x_{1}}{k^2}$', 'x₁/k²'],
    ['$\\frac{\\frac{a}{b}}{c_{0}+d}$', '(a/b)/(c₀+d)'],
    ['$\\|u\\|_{H^1}$', '‖u‖_(H¹)'],
    ['$\\mathcal{O}(n\\log n)$', 'O(n log n)'],
    ['$10^{-3}$ of H$_2$O', '10⁻³ of H₂O'],
    ['$\\varepsilon = 0.2$', 'ε = 0.2'],
    ['$\\hat{x} + \\bar y \\succeq \\vec{\\mu}$', 'x̂ + ȳ ⪰ μ⃗'],
    ['$\\begin{pmatrix} a \\\\\n b \\end{pmatrix}$', '\\begin{pmatrix} a \\\\ b \\end{pmatrix}'],
    ['$T_{\\rm eff} \\approx 5\\,\\mathrm{K}$', 'T_(eff) ≈ 5 K'],
    ['$y^{q\\times r}$', 'y^(q×r)'],
    ['$\\sqrt{x+1}/2$ and $\\sqrt{n}x$', '√(x+1)/2 and √(n)x'],
    // Names that every object of JavaScript has are no commands.
    ['$\\constructor{x}$', 'constructor x'],
    ['$\\hat{\\valueOf}$', 'valueOf\u0302'],
  ])('%j is %j as plain text', (text, plain) => expect(plainText(toSegments(text))).toBe(plain))

  test('plain text can be made of any formula', () => {
    fc.assert(fc.property(texts, (text) => expect(plainText(toSegments(`$${text}$`))).toBeString()))
  })
})
