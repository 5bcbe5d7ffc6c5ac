import { describe, expect, test } from 'bun:test'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { mail, paper, titled } from '#tests/api/support/papersMail.ts'

const build = (changes: Parameters<typeof mail>[0]) => buildPapersMail(mail(changes))

describe('The layout of a digest', () => {
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
