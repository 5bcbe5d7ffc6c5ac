import { describe, expect, test } from 'bun:test'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { mail, paper, titled } from '#tests/api/support/papersMail.ts'

const build = (changes: Parameters<typeof mail>[0]) => buildPapersMail(mail(changes))

const long = (number: number) =>
  paper({
    id: `arxiv:2611.${20_000 + number}`,
    title_segments: [{ text: `Lanterns ${number}` }],
    abstract_segments: [{ text: `The lamp counts ships in harbour ${number}. `.repeat(20) }],
  })

describe('The layout of a digest', () => {
  test('of a paper is the same in the mails of all readers, whatever their length', () => {
    const papers = Array.from({ length: 70 }, (_, number) => long(number))
    for (const count of [1, 70, 2]) {
      const some = papers.slice(0, count)
      expect(build({ papers: some })).toEqual(build({ papers: structuredClone(some) }))
    }
    expect(build({ papers }).html).not.toContain(
      build({ papers: papers.slice(0, 1) }).html.match(/"abstract".*?<\/p>/)?.[0],
    )
  })

  test('has a heading for the day and for each paper', () => {
    expect(
      build({ papers: [titled('A lighthouse that counts ships'), titled('Four ways to lose a comet')] }).html.match(
        /<h[1-6]/g,
      ),
    ).toEqual(['<h1', '<h2', '<h2'])
  })

  test('gives each day since the last mail a line', () => {
    const missed = ['2026-11-13', '2026-11-12'].map((day) => ({ day, papers: 28 }))
    expect(build({ missed }).html).toMatch(/13 November 2026, 28 papers<\/a><\/p><p[^>]*><a[^>]*>Thursday, 12 November/)
  })

  test('lets text that is written from right to left begin at the right, without turning the text around it', () => {
    const hebrew = 'ספירת ספינות בלילה'
    const rightToLeft = paper({
      title_segments: [{ text: hebrew }],
      abstract_segments: [{ text: `${hebrew}.` }],
      authors: [{ name: 'ליאור' }, { name: 'محمد' }, { name: 'Ada Linde' }],
    })
    const { html, text } = build({ reader: 'عدا', papers: [rightToLeft] })
    expect(html.match(/<(?:h2|p) class="(?:title|abstract)" dir="auto"/g)).toHaveLength(2)
    expect(text).toContain('\u2068عدا\u2069: 1 of 340')
    expect(text).toContain('\u2068ליאור\u2069, \u2068محمد\u2069, Ada Linde')
    expect(build({}).text).not.toMatch(/[\u2066-\u2069]/)
  })
})
