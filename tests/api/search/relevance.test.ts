import { describe, expect, test } from 'bun:test'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const titled = (...titles: string[]) => indexOf(...titles.map((title) => indexed(title, { title, abstract: '' })))

describe('One word written two ways', () => {
  test.each([
    [['fine-tuning', 'finetuning', 'fine tuning', 'finetuned']],
    [['multi-modal', 'multimodal']],
    [['zero-shot', 'zero shot', 'zeroshot']],
    [['U-Net', 'UNet']],
    [['GPT-4o', 'GPT4o']],
    [['X-ray', 'Xray']],
    [['6-DoF', '6DoF']],
    [['ΛCDM', 'LambdaCDM', 'LCDM', '$\\Lambda$CDM']],
    [['Hα', 'H-alpha', 'Halpha']],
    [['Lyα', 'Lyman-alpha']],
    [['colour', 'color']],
    [['axis', 'axes']],
    [['matrix', 'matrices']],
    [['hypothesis', 'hypotheses']],
    [['Müller', 'Mueller', 'Muller']],
    [['Schölkopf', 'Schoelkopf']],
  ])('finds the same papers: %p', (spellings) => {
    const index = titled(...spellings.map((spelling) => `A ${spelling} lantern`), 'Another lantern')
    const expected = spellings.map((spelling) => `A ${spelling} lantern`).toSorted()
    for (const spelling of spellings) expect(find(index, spelling).toSorted()).toEqual(expected)
  })

  test('is found under a field, but not in quotes', () => {
    const index = titled('Finetuned lanterns', 'Fine-tuning herons')
    expect(find(index, 'title:finetuning')).toHaveLength(2)
    expect(find(index, '"fine-tuning"')).toEqual(['Fine-tuning herons'])
  })
})

test.each([
  ['community', 'commune'],
  ['generic', 'generate'],
  ['universe', 'university'],
  ['news', 'new'],
  ['organ', 'organization'],
  ['C++', 'C'],
  ['C', 'C#'],
])('A search for %s does not find %s', (q, title) => {
  expect(find(titled(title), q, { as_typed: true })).toEqual([])
})

test.each([
  ['O(n log n)', 'Sorting in O(n log n) time', 'O for a log of n lanterns n'],
  ['p < 0.05', 'Lanterns at p < 0.05', 'The p of 0 and the 05 lanterns'],
])('%s is a phrase', (q, right, wrong) => {
  expect(find(titled(right, wrong), q)).toEqual([right])
})

test('An abbreviation that papers define finds its long form, and the reverse', () => {
  const index = titled('Large night models (LNMs)', 'A large night model (LNM)', 'An LNM', 'Large models of a night')
  expect(find(index, 'LNM')).toHaveLength(3)
  expect(find(index, 'large night models')).toHaveLength(4)
})

test('Words as they were typed, and side by side, come before their stems, and apart', () => {
  // Papers with equal scores are sorted by their id, which is the title here.
  const index = titled(
    'A lensed lantern of gravitational herons',
    'Birds gravitationally lensing lanterns of herons',
    'Counted gravitational lens of lanterns, herons',
  )
  expect(find(index, 'gravitational lens').map((title) => title.slice(0, 1))).toEqual(['C', 'B', 'A'])
})

test.each([
  ['Yoshiko Benning', ['Benning Y', 'Y. Benning', 'Yoshiko Benning', 'Benning, Yoshiko', 'Yoshiko K. Benning']],
  ['Y. Benning', ['Benning Y', 'Y. Benning', 'Yoshiko Benning']],
  ['Jan van der Berg', ['van der Berg J', 'Jan Vanderberg', 'Jan Berg', 'J. Berg', 'van der Berg']],
  ['Jean-Pierre Ray', ['J.-P. Ray', 'JP Ray', 'J. Ray', 'Jean Pierre Ray', 'Ray J-P']],
  ['Jörg Müller', ['Joerg Mueller', 'Jorg Muller', 'J. Müller', 'Mueller']],
  ['Wei Zhang', ['Zhang Wei', 'W. Zhang']],
  ['Ana Garcia-Lopez', ['Ana Garcia Lopez', 'A. Garcia-Lopez']],
])('The author %s is found as %p', (name, queries) => {
  const index = indexOf(indexed('theirs', { authors: ['Odile Heron', name] }))
  for (const q of queries) expect([q, find(index, `author:"${q}"`)]).toEqual([q, ['theirs']])
})

test.each([
  ['Wei-Li Wang', 'Wei Wang'],
  ['Yann Benning', 'Yoshiko Benning'],
  ['Mirela B. Quillfeather', 'Mirela C. Quillfeather'],
  ['James Martin', 'Martin James'],
  ['Yu Xu', 'Yue Xu'],
])('The author %s is not found as %s', (name, q) => {
  expect(find(indexOf(indexed('theirs', { authors: [name] })), `author:"${q}"`)).toEqual([])
})
