import { expect, test } from 'bun:test'
import { countPages } from '#api/text/pageCount.ts'

const ofComment = (comment: string | null) => countPages({ comment })
const ofPages = (pages: string) => countPages({ comment: null, venue: { pages } })

test('Pages are read from the comment of the authors', () => {
  for (const [comment, pages] of [
    ['12 pages, ICLR 2027', 12],
    ['Comments: 8pp., 3 figures', 8],
    ['9 + 14 pages', 23],
    ['a 1-page note', 1],
    ['Accepted. 31 Pages', 31],
    ['5 figures', null],
    ['pages: many', null],
    ['version 2.12 of 3 papers', null],
    ['0 pages', null],
    ['9999 pages', null],
    ['', null],
    [null, null],
  ] as const)
    expect([comment, ofComment(comment)]).toEqual([comment, pages])
})

test('Else they are those of the journal, also with an abbreviated end', () => {
  for (const [text, pages] of [
    ['11-29', 19],
    ['1123–35', 13],
    ['7-7', 1],
    ['29-11', null],
    ['e1402', null],
    ['1-99999999', null],
    ['', null],
  ] as const)
    expect([text, ofPages(text)]).toEqual([text, pages])
  expect(countPages({ comment: '6 pages', venue: { pages: '11-29' } })).toBe(6)
})

test('A comment of ten megabytes is read to its first characters only', () => {
  expect(ofComment(`${'9'.repeat(10_000_000)} pages`)).toBeNull()
  expect(ofComment(`${' '.repeat(3_000)}12 pages`)).toBeNull()
  expect(ofComment(`12 pages ${'1 '.repeat(5_000_000)}`)).toBe(12)
})
