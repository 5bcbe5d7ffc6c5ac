import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { jatsToText } from '#api/text/jats.ts'

test.each([
  ['<jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'One.\n\nTwo.'],
  ['<jats:title>Abstract</jats:title><jats:p>Of <jats:italic>lanterns</jats:italic>.</jats:p>', 'Of lanterns.'],
  ['<jats:sec><jats:title>Methods</jats:title><jats:p>We count.</jats:p></jats:sec>', 'Methods: We count.'],
  ['<p>H<sub>2</sub>O and x<sub>i</sub>, 10<sup>3</sup></p>', 'H2O and x_i, 103'],
  ['&lt;p&gt;Fog &amp;amp; light&lt;/p&gt;', 'Fog & light'],
  ['&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt;', 'E. coli'],
  [
    '<p>Let <inline-formula><alternatives><tex-math>$x^2$</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives></inline-formula> be</p>',
    'Let $x^2$ be',
  ],
  [
    '<p><mml:math><mml:semantics><mml:mi>λ</mml:mi><mml:annotation>\\lambda</mml:annotation></mml:semantics></mml:math></p>',
    '$\\lambda$',
  ],
  ['<p><mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math></p>', 'x=1'],
  ['<p>one<br>two</p>', 'one\n\ntwo'],
  ['Plain words, p < 0.05', 'Plain words, p < 0.05'],
  ['<!DOCTYPE p [<!ENTITY a "b">]><p>Words</p>', 'Words'],
])('%j reads %j', (markup, text) => expect(jatsToText(markup)).toBe(text))

test('any markup gives text', () => {
  const parts = fc.array(
    fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('<p>', '</p>', '<jats:p>', '<sub>', '</sub>', '<math>', '&lt;', '&amp;', '<br>', '<'),
    ),
  )
  fc.assert(
    fc.property(parts, (list) => expect(jatsToText(list.join(''))).toBeString()),
    { numRuns: 1_000 },
  )
  expect(jatsToText('<b>'.repeat(20_000) + 'deep')).toContain('deep')
})
