import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePubmed, pmidIn } from '#api/sources/pubmed/records.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { listOf, readOne, xmlOf } from './source.ts'

describe('An answer of PubMed', () => {
  test('with a document type of its own is refused, and one that only names another is not', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><PubmedArticleSet>${xmlOf({ title: '&b;' })}</PubmedArticleSet>`
    expect(() => parsePubmed(bomb)).toThrow('document type')
    expect(parsePubmed(listOf(xmlOf())).count).toBe(1)
  })

  test.each([
    ['a failure in JSON', '{"error":"API rate limit exceeded"}', 'it is an error'],
    ['a failure in XML', '<eFetchResult><ERROR>Empty ID list</ERROR></eFetchResult>', 'it says “Empty ID list”'],
    ['a page of HTML', '<!doctype html><title>Maintenance</title>', 'document type'],
    ['another list', '<eSearchResult></eSearchResult>', 'no list of records'],
    ['half an answer', listOf(xmlOf()).slice(0, 900), 'truncated'],
  ])('is no list for %s', (_, body, reason) => {
    expect(() => parsePubmed(body)).toThrow(SyntaxError)
    expect(() => parsePubmed(body)).toThrow(reason)
  })

  test('with damaged records keeps the others, and says whose the damaged ones are', () => {
    const { records, rejected, count } = parsePubmed(
      listOf(
        xmlOf().replace('<Year>2026</Year>', '<Year>2026</Month>'),
        xmlOf({ pmid: '99900002', title: `${'<i>'.repeat(80)}deep${'</i>'.repeat(80)}` }),
        xmlOf({ pmid: '99900003', abstract: ['x'.repeat(1_100_000)] }),
        xmlOf({ pmid: 'none' }),
        xmlOf({ pmid: '99900005' }),
      ),
    )
    expect(count).toBe(5)
    expect(records.map(({ id }) => id)).toEqual(['pmid:99900005'])
    expect(rejected.map(({ source_id }) => source_id)).toEqual(['99900001', '99900002', '99900003', undefined])
    expect(rejected[3]?.reason).toBe('“none” is not a PMID')
  })

  test.each([
    ['NUL and control characters', 'Lan\u0000terns\u0007 of owls.', 'Lanterns of owls'],
    ['HTML that was escaped', '&lt;script&gt;alert(1)&lt;/script&gt;Lanterns.', 'Lanterns'],
  ])('with %s has a clean title', (_, title, expected) => {
    expect(readOne({ title }).title).toBe(expected)
  })
})

test.each([
  ['<PubmedArticle><MedlineCitation><PMID Version="1">099900001</PMID><PMID>7</PMID>', '99900001'],
  [' 99900001 ', '99900001'],
  ['<ArticleId IdType="pubmed">7</ArticleId>', null],
  ['0', null],
])('the PMID in “%s” is %p', (raw, id) => {
  expect(pmidIn(raw)).toBe(id)
})

describe.skipIf(!hasRealData('pubmed', 'the test of real records of PubMed'))('Real answers', () => {
  test('are read with all their fields, and no record is rejected', async () => {
    const names = (await readdir(join(REAL_DATA, 'pubmed'))).filter((name) => /^pubmed\d+\.xml$/.test(name))
    const pages = await Promise.all(
      names.map(async (name) => parsePubmed(await Bun.file(join(REAL_DATA, 'pubmed', name)).text())),
    )
    const records = pages.flatMap((page) => page.records)
    expect(pages.flatMap(({ rejected }) => rejected)).toEqual([])
    expect(records.length).toBe(pages.reduce((sum, { count }) => sum + count, 0))
    for (const record of records) {
      expect(record.title).not.toMatch(/<|&\w+;|(?<!\.)\.$/)
      expect(record.announced_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(record.venue?.name).toBeTruthy()
      expect(record.published_at).not.toBeNull()
      expect(JSON.stringify(record)).not.toMatch(/\S+@\S+\.\w/)
    }
    // What is filled in how many of them.
    const filled = (field: (record: (typeof records)[number]) => unknown) => records.filter(field).length
    console.log(
      `${records.length} records: ${filled(({ abstract }) => abstract)} with an abstract, ${filled(({ doi }) => doi)} with a DOI, ` +
        `${filled(({ ids }) => ids)} with a PMC id, ${filled(({ authors }) => authors.length)} with authors`,
    )
  })
})
