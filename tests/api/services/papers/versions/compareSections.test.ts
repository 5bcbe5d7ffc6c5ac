import { describe, expect, test } from 'bun:test'
import type { SectionChange } from '#api/contract/textChanges.ts'
import { compareTextsApart } from '#api/services/papers/versions/compareTextsApart.ts'
import { compareTexts as compare, show, text } from '#tests/api/support/versions.ts'

const described = (sections: readonly SectionChange[]) =>
  sections.map(
    ({ title, state, moved, old_title }) =>
      `${title}: ${state}${moved ? ', moved' : ''}${old_title === null ? '' : `, was ${old_title}`}`,
  )
const words = (count: number, word = 'w') => Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ')

/** Sections with so much text that not all of it is shown. */
const many = (word: string) =>
  Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`Title ${'x'.repeat(n)}`, `${words(300, word)} end`]))

describe('Sections of two versions', () => {
  test('are the same when they read the same, whatever their paragraphs and white space', () => {
    const { summary, sections } = compare(
      { Method: ['One sentence.', 'And  another one.'] },
      { METHOD: ['One sentence. And another one.'] },
    )
    expect(summary).toBe('The text reads the same in both versions.')
    expect(described(sections)).toEqual(['METHOD: same'])
  })

  test('are paired by title and place, by title alone, and by what they say', () => {
    const [keepers, fog, data] = [words(60, 'keeper'), words(60, 'fog'), words(60, 'data')]
    const { summary, sections } = compare(
      { Intro: 'Short.', Keepers: keepers, Fog: fog, Data: data, Remarks: 'Gone.' },
      { Intro: 'Short.', Data: data, 'Who counts': `${keepers} more`, Fog: fog, Outlook: 'New here.' },
    )
    expect(described(sections)).toEqual([
      'Intro: same',
      'Data: same, moved',
      'Remarks: removed',
      'Who counts: changed, was Keepers',
      'Fog: same',
      'Outlook: added',
    ])
    expect(summary).toBe(
      '1 of 5 sections changed, 1 section was added, 1 section was removed, 1 was renamed, 1 was moved: 3 words added, 1 word removed.',
    )
  })

  test('with the same title in several sections are those of the same section', () => {
    const { sections } = compare(
      { Day: 'By day.', '  Results': 'Five boats.', Night: 'By night.', '  Results 2': 'Six lanterns.' },
      { Night: 'By night.', '  Results': 'Six lanterns.', Day: 'By day.', '  Results 2': 'Five boats.' },
    )
    expect(sections.map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same'])
    expect(sections.filter(({ moved }) => moved)).toHaveLength(2)
  })

  test('that swapped a sentence show it as moved, and numbers that changed as such', () => {
    const { sections } = compare(
      { A: 'We count boats. We count all lanterns. There are 12 of them.' },
      { A: 'We count all lanterns. We count boats. There are 14 of them.' },
    )
    const [section] = sections
    expect(show(section?.parts ?? [])).toContain('{>')
    expect(show(section?.parts ?? [])).toContain('[-#12 -]{+#14 +}')
    expect([section?.words_added, section?.words_removed]).toEqual([1, 1])
  })
})

describe('What is left out', () => {
  test('of what is the same: all but twelve words beside each change', () => {
    const { sections } = compare(
      { A: `${words(100)} old ${words(100, 'z')}` },
      { A: `${words(100)} new ${words(100, 'z')}` },
    )
    expect(sections[0]?.parts).toEqual([
      { op: 'same', segments: [], left_out: 88 },
      { op: 'same', segments: [{ text: `${words(100).split(' ').slice(88).join(' ')} ` }] },
      { op: 'removed', segments: [{ text: 'old ' }] },
      { op: 'added', segments: [{ text: 'new ' }] },
      { op: 'same', segments: [{ text: `${words(12, 'z')} ` }], left_out: 88 },
    ])
  })

  test('of a new section: all but its beginning, and it is counted', () => {
    const { sections } = compare({}, { A: words(500) })
    expect(sections[0]).toMatchObject({ state: 'added', words_added: 500, parts: [{ op: 'added', left_out: 420 }] })
  })

  test('of a long text: the parts of further sections, which is said of each', () => {
    const { sections } = compare(many('one'), many('two'))
    const shown = sections.filter(({ is_left_out }) => !is_left_out)
    expect(sections).toHaveLength(80)
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.length).toBeLessThan(70)
    for (const { parts, words_added, is_left_out } of sections)
      expect([parts.length > 0, words_added]).toEqual([!is_left_out, 301])
    expect(JSON.stringify(sections).length).toBeLessThan(400_000)
  })
})

test('long texts are compared in another process, while this one goes on', async () => {
  const sentences = Array.from({ length: 3_000 }, (_, n) => `${words(9, `w${n}n`)} end.`).join(' ')
  const before = text({ A: sentences, B: words(9_000) })
  const after = text({ A: `${sentences} The end.`, B: words(9_000, 'v') })
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const { sections } = await compareTextsApart({ before, after })
  clearInterval(counting)
  expect(sections.map(({ state, words_added }) => [state, words_added] as unknown)).toEqual([
    ['changed', 2],
    ['changed', 9_000],
  ])
  expect(turns).toBeGreaterThan(20)
})
