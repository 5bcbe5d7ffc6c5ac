import { describe, expect, test } from 'bun:test'
import type { SectionChange } from '#api/contract/textChanges.ts'
import { diffSections } from '#api/services/papers/versions/compareSections.ts'
import { compareTexts as compare, paragraph, show, text } from '#tests/api/support/versions.ts'

const [fog, oil, crews, pier, boats] = ['fog', 'oil', 'crew', 'pier', 'boat'].map((name) => paragraph(name)) as [
  string,
  string,
  string,
  string,
  string,
]

/** The parts of a section as text, with the places of paragraphs that moved. */
const shown = (section: SectionChange | undefined) =>
  section?.parts
    .map((part, index) => {
      const isFirst = part.moved_from !== undefined && section.parts[index - 1]?.moved_from !== part.moved_from
      const place = part.moved_to === undefined ? (isFirst ? `from ${part.moved_from}: ` : '') : `to ${part.moved_to}: `
      return `${place}${show([part])}${part.left_out === undefined ? '' : ` …${part.left_out}… `}`
    })
    .join('')
const countsOf = (sections: readonly SectionChange[]) =>
  sections.map(({ words_added, words_removed }) => [words_added, words_removed])
const movesOf = (sections: readonly SectionChange[]) =>
  sections.flatMap(({ title, parts }) =>
    parts.flatMap(({ moved_from, moved_to }) =>
      [moved_from && `${title} from ${moved_from}`, moved_to && `${title} to ${moved_to}`].filter(Boolean),
    ),
  )
const movesFrom = (...texts: Parameters<typeof compare>) => movesOf(compare(...texts).sections)

describe('A paragraph that moved to another section', () => {
  test('is shown at both places, and its words are neither added nor removed', () => {
    const { summary, sections } = compare(
      { Method: [fog, oil, crews], Data: [pier] },
      { Method: [fog, crews], Data: [pier, oil] },
    )
    expect(sections.map((section) => section.summary)).toEqual([
      'changed, 1 paragraph moved away',
      'changed, 1 paragraph moved here',
    ])
    expect(summary).toBe('2 of 2 sections changed, 1 paragraph was moved.')
    expect(countsOf(sections)).toEqual([
      [0, 0],
      [0, 0],
    ])
    const oilWords = oil.split(' ')
    expect(shown(sections[0])).toBe(
      ` …28… ${fog.split(' ').slice(28).join(' ')}\n` +
        `to section “Data”: [-${oilWords.slice(0, 24).join(' ')} -] …16… \n` +
        `${crews.split(' ').slice(0, 12).join(' ')}  …28… `,
    )
    expect(shown(sections[1])).toBe(` …28… ${pier.split(' ').slice(28).join(' ')}\nfrom section “Method”: {>${oil}\n<}`)
  })

  test('shows the words in it that changed, which alone are counted', () => {
    const edited = oil.replace('oil3 ', 'lamp ').replace('oil30', 'wick')
    const { sections } = compare({ Method: [fog, oil], Data: [pier] }, { Method: [fog], Data: [edited, pier] })
    expect(countsOf(sections)).toEqual([
      [0, 0],
      [2, 2],
    ])
    expect(shown(sections[1])).toStartWith('from section “Method”: {>oil0 oil1 oil2 <}[-oil3 -]{+lamp +}{>oil4 ')
    expect(shown(sections[1])).toContain('[-oil30 -]{+wick +}{>oil31 ')
    expect(sections[1]?.summary).toBe('changed, 1 paragraph moved here: 2 words added, 2 removed')
  })

  test('is shown in a section that was added, and in one that was removed, beside the words that were', () => {
    const { sections } = compare(
      { Remarks: [oil, 'Gone is this.'], Data: [pier] },
      { Data: [pier], Outlook: ['This is new.', paragraph('new', 120), oil] },
    )
    expect(sections.map(({ title, summary }) => `${title}: ${summary}`)).toEqual([
      'Remarks: removed, 1 paragraph moved away: 3 words removed',
      'Data: the same text',
      'Outlook: added, 1 paragraph moved here: 123 words added',
    ])
    expect(shown(sections[0])).toEndWith('…16… \n[-Gone is this.-]')
    expect(shown(sections[2])).toEndWith(` …43… \nfrom section “Remarks”: {>${oil}\n<}`)
  })

  test('is named by the number of its section, and "the beginning" before the first one', () => {
    const before = { sections: [{ ...text({ '': [oil, fog] }).sections[0]! }, ...text({ Data: pier }).sections] }
    const numbered = { level: 1, number: '2', title: 'Data' }
    const after = {
      sections: [...text({ '': fog }).sections, { ...text({ Data: [pier, oil] }).sections[1 - 1]!, ...numbered }],
    }
    const parts = diffSections({ before, after }).flatMap((diff) => diff.parts)
    expect(parts.flatMap(({ moved_to }) => moved_to ?? [])).toEqual(['section 2 Data'])
    expect(parts.flatMap(({ moved_from }) => moved_from ?? [])).toEqual(['the beginning'])
  })

  test('of two sections that were swapped is none of them: the sections are', () => {
    const { summary, sections } = compare(
      { Method: [fog, oil], Data: [pier, boats] },
      { Data: [pier, boats], Method: [fog, oil] },
    )
    expect(summary).toBe('1 was moved.')
    expect(movesOf(sections)).toEqual([])
  })

  test('of two sections that swapped their paragraphs are all of them', () => {
    const { sections } = compare({ Method: [fog, oil], Data: [pier] }, { Method: [pier], Data: [fog, oil] })
    expect(movesOf(sections)).toEqual([
      'Method to section “Data”',
      'Method to section “Data”',
      'Method from section “Data”',
      'Data to section “Method”',
      'Data from section “Method”',
      'Data from section “Method”',
    ])
    expect(countsOf(sections).flat()).toEqual([0, 0, 0, 0])
  })

  test('has lines of its own, also after a paragraph that ended its section', () => {
    const { sections } = compare(
      { Method: [fog, oil, pier], Data: [crews] },
      { Method: [fog], Data: [crews, oil, pier] },
    )
    expect(shown(sections[0])).toMatch(/fog39\.\nto section “Data”: \[-oil0 .*\n.*to section “Data”: \[-pier0/)
    expect(shown(sections[1])).toMatch(/crew39\.\nfrom section “Method”: \{>oil0 [^\n]*\n<\}\{>pier0/)
  })
})

describe('A paragraph with other words that moved within its section', () => {
  const edited = oil.replace('oil3 ', 'lamp ')

  test('is shown at its new place', () => {
    const { sections } = compare({ A: [oil, fog, crews, pier] }, { A: [fog, crews, pier, edited] })
    expect(shown(sections[0])).toContain(
      '{>oil0 oil1 oil2 <}[-oil3 -]{+lamp +}'.replace('{>', 'from another place in this section: {>'),
    )
    expect(movesOf(sections).filter((move) => move?.includes(' to '))).toEqual([])
    expect(countsOf(sections)).toEqual([[1, 1]])
  })

  test('did not move when only others did', () => {
    const { sections } = compare({ A: [oil, fog, crews, pier] }, { A: [pier, edited, fog, crews] })
    expect(movesOf(sections)).toEqual([])
    expect(countsOf(sections)).toEqual([[1, 1]])
  })
})

describe('No paragraph moved', () => {
  test('that is short', () => {
    const [long, short] = [paragraph('line', 20), paragraph('line', 19)]
    expect(movesFrom({ A: [fog, long], B: [oil] }, { A: [fog], B: [oil, long] })).toHaveLength(2)
    expect(movesFrom({ A: [fog, short], B: [oil] }, { A: [fog], B: [oil, short] })).toEqual([])
  })

  test('that is there several times', () => {
    expect(movesFrom({ A: [fog, oil], B: [oil], C: [pier] }, { A: [fog], B: [], C: [pier, oil] })).toEqual([])
    expect(movesFrom({ A: [fog, oil], B: [], C: [pier] }, { A: [fog], B: [oil], C: [pier, oil] })).toEqual([])
  })

  test('that was copied, also when the words of one of the copies changed', () => {
    const edited = oil.replace('oil3 ', 'lamp ')
    for (const [stays, copy] of [
      [oil, oil],
      [oil, edited],
      [edited, oil],
    ] as const) {
      const { sections } = compare({ A: [fog, oil], B: [pier] }, { A: [fog, stays], B: [pier, copy] })
      expect(movesOf(sections)).toEqual([])
      expect(sections[1]?.words_added).toBe(40)
      expect(sections[0]?.words_removed).toBe(stays === oil ? 0 : 1)
    }
  })

  test('of which too little is the same', () => {
    const words = oil.split(' ')
    const every = (step: number) => words.map((word, index) => (index % step === 0 ? `x${word}` : word)).join(' ')
    expect(movesFrom({ A: [fog, oil], B: [pier] }, { A: [fog], B: [pier, every(10)] }).length).toBeGreaterThan(1)
    expect(movesFrom({ A: [fog, oil], B: [pier] }, { A: [fog], B: [pier, every(5)] })).toEqual([])
  })

  test('that has the same words in another order', () => {
    const turned = oil.slice(0, -1).split(' ').toReversed().join(' ')
    expect(movesFrom({ A: [fog, oil], B: [pier] }, { A: [fog], B: [pier, turned] })).toEqual([])
  })

  test('that consists of the same phrase again and again', () => {
    const same = 'tick tock '.repeat(40)
    expect(movesFrom({ A: [fog, same], B: [pier] }, { A: [fog], B: [pier, same] })).toEqual([])
  })
})
