import { expect, test } from 'bun:test'
import { readMarkup, readMarkupWithoutMail } from '#api/sources/markup.ts'
import { cleanAbstract, cleanTitle } from '#api/text/clean.ts'

const title = (source: string) => cleanTitle(readMarkup(source))
const abstract = (source: string) => cleanAbstract(readMarkupWithoutMail(source))

test.each([
  ['Counting <i>Lanterns</i>\n      by <b>night</b>', 'Counting Lanterns by night'],
  ['H<sub>2</sub>O and CO<sub>2</sub>', 'H2O and CO2'],
  ['x<sub>max</sub> at 10<sup>3</sup> K, Ca<sup>2+</sup>', 'x_max at 10^3 K, Ca2+'],
  ['R&amp;amp;D of &lt;i&gt;Owls&lt;/i&gt;', 'R&D of Owls'],
  ['The &lt;mask&gt; token: p < 0.05', 'The <mask> token: p < 0.05'],
  [
    'Bound <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msub><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msub></mml:math> states',
    'Bound x2 states',
  ],
  [
    'At <math><semantics><mi>ε</mi><annotation encoding="application/x-tex">\\epsilon&lt;1</annotation></semantics></math> only',
    'At $\\epsilon<1$ only',
  ],
  [
    'The <jats:inline-formula><jats:alternatives><mml:math><mml:mi>q</mml:mi></mml:math><jats:tex-math>$$q^2$$</jats:tex-math></jats:alternatives></jats:inline-formula> limit',
    'The $q^2$ limit',
  ],
  [
    'The <jats:alternatives><jats:tex-math>\\documentclass{a}\\begin{document}$$q$$\\end{document}</jats:tex-math><mml:math><mml:mi>q</mml:mi></mml:math></jats:alternatives> limit',
    'The $q$ limit',
  ],
  ['Cut <i>in the mid', 'Cut in the mid'],
  ['<jats:title>Abstract', ''],
])('the title %p is %p', (source, expected) => {
  expect(title(source)).toBe(expected)
})

test.each([
  [
    '<jats:title>Abstract</jats:title>\n  <jats:sec>\n    <jats:title>Methods</jats:title>\n    <jats:p>We count\n      lanterns.</jats:p>\n  </jats:sec>\n  <jats:sec><jats:title>Results.</jats:title><jats:p>Two.</jats:p><jats:p>Three.</jats:p></jats:sec>',
    'Methods: We count lanterns.\n\nResults: Two.\n\nThree.',
  ],
  ['<p>Abstract</p><p>One<br/>two</p><table><tr><td>9</td></tr></table><script>x()</script>', 'One\n\ntwo'],
  ['Plain text\nof two lines.', 'Plain text of two lines.'],
  ['<jats:p>Write to <jats:email>ada@example.org</jats:email> or ben@example.org.</jats:p>', 'Write to or .'],
  ['&lt;jats:p&gt;Escaped &amp;amp; whole&lt;/jats:p&gt;', 'Escaped & whole'],
  ['<jats:p>A <img src=x onerror=alert(1)> picture <fig><p>of it</p></fig>.</jats:p>', 'A picture .'],
])('the abstract %p is %p', (source, expected) => {
  expect(abstract(source)).toBe(expected)
})

test('hostile markup of the largest size is read in linear time', () => {
  for (const piece of ['<math>', '<jats:alternatives><', '<', '</sub>', '<sub>', '<jats:title>x', '&lt;i ', '<i a="'])
    expect(readMarkup(piece.repeat(20_000)).length).toBeLessThanOrEqual(piece.length * 20_000)
})
