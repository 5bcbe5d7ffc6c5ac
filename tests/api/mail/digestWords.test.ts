import { describe, expect, test } from 'bun:test'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import type { PapersMail } from '#api/mail/papersMail.ts'
import { mail, titled } from '#tests/api/support/papersMail.ts'

const build = (changes: Parameters<typeof mail>[0]) => buildPapersMail(mail(changes))
const preheaderOf = (html: string) => /overflow:hidden">([^<]*)</.exec(html)?.[1]
const whyOf = (reasons: PapersMail['papers'][number]['reasons']) =>
  /Why: .*/.exec(build({ papers: [{ ...titled('Comets'), reasons }] }).text)?.[0]
const two = [titled('A lighthouse that counts ships'), titled('Four ways to lose a comet')]

describe('The words of a digest', () => {
  test.each([
    ['Both papers announced in your categories.', { papers: two, counts: { announced: 2, next_door: 0 } }],
    [
      'All 3 papers announced in your categories.',
      { papers: [...two, ...two.slice(1)], counts: { announced: 3, next_door: 0 } },
    ],
    ['The one paper announced in your categories.', { counts: { announced: 1, next_door: 0 } }],
    ['2 of 44 announced in your categories.', { papers: two, counts: { announced: 44, next_door: 0 } }],
    ['2 of 1,204 announced in your categories.', { papers: two, counts: { announced: 1_204, next_door: 0 } }],
    ['2 papers from next door, none from your categories.', { papers: two, counts: { announced: 44, next_door: 2 } }],
    ['1 paper from next door, none from your categories.', { counts: { announced: 0, next_door: 1 } }],
    [
      'None of the 12 papers announced in your categories is in your list. The page of the day says why.',
      { papers: [], counts: { announced: 12, next_door: 0 } },
    ],
    [
      'The one paper announced in your categories is not in your list. The page of the day says why.',
      { papers: [], counts: { announced: 1, next_door: 0 } },
    ],
    ['No new papers in your categories.', { papers: [], counts: { announced: 0, next_door: 0 } }],
  ])('count its papers: %s', (sentence, changes) => {
    expect(build(changes).text.split('\n')[2]).toBe(`Ada: ${sentence}`)
  })

  test('show the next titles beside the subject, else what the reader missed, else why there are no papers', () => {
    const further = [...two, titled('Bounds')]
    expect(preheaderOf(build({ papers: further }).html)).toBe(
      'Also: Four ways to lose a comet · Bounds · 3 of 340 announced in your categories.',
    )
    const empty = { papers: [], counts: { announced: 0, next_door: 0 }, note: 'It is a holiday there.' }
    expect(preheaderOf(build(empty).html)).toBe('It is a holiday there.')
    const missed = [{ day: '2026-11-13', papers: 1 }]
    expect(preheaderOf(build({ ...empty, missed }).html)).toBe('Friday, 13 November 2026, 1 paper')
  })

  test('name a followed search after the other reasons, and one in Hebrew apart from the words around it', () => {
    const topic = { kind: 'topic' as const, text: 'graphs' }
    expect(whyOf([topic])).toBe('Why: you follow the search “graphs”')
    expect(whyOf([topic, { kind: 'term', text: 'fog' }])).toBe('Why: about fog, you follow the search “graphs”')
    expect(whyOf([{ ...topic, text: 'אורות' }])).toBe('Why: you follow the search “\u2068אורות\u2069”')
  })

  test('lead to the newest papers when its day has none', () => {
    const empty = { papers: [], counts: { announced: 0, next_door: 0 } }
    expect(build(empty).text).toContain('Open Paperdawn: https://papers.example.org/dashboard\n')
    expect(build({}).text).toContain('Open the day in Paperdawn: https://papers.example.org/dashboard?day=2026-11-16')
  })
})
