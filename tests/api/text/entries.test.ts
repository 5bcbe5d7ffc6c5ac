import { expect, test } from 'bun:test'
import { entryWords, meansItsWords } from '#api/text/entries.ts'

test('spellings of one entry have the same words', () => {
  expect(entryWords('  Naïve-Bayes ')).toBe(entryWords('naive BAYES'))
  expect(entryWords('$\\alpha$-RuCl$_3$')).toBe(entryWords('α-RuCl₃'))
  expect(entryWords(' .*? ')).toBe('')
})

const TEXTS = ['R&D', 'AI/ML', 'self-driving (cars)', 'are we alone?', 'O’Brien', 'GPT-4.5', 'C++ templates', '“light”']
const FORMULAS = [
  'C*-algebra',
  'A* search',
  '$C^*$-algebra',
  '$\\alpha_s$',
  'RuCl$_3$',
  '10^{-5}',
  '\\mathrm{Fe}_3O_4',
  '5\\% error',
]
test.each([...TEXTS, ...FORMULAS])('%s means its words', (entry) => {
  expect(meansItsWords(entry)).toBe(true)
})

const PATTERNS = ['.*(a+)+$[', 'transformer*', 'foo|bar', '[ab]c', '^survey', 'colou?r', '\\d{4}', 'AB* search']
test.each([...PATTERNS, 'e⁺e⁻', 'p=0.05', 'W±'])('%s means more than its words', (entry) => {
  expect(meansItsWords(entry)).toBe(false)
})
