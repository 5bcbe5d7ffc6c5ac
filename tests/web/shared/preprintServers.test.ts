import { expect, test } from 'bun:test'
import * as api from '#api/contract/preprintServers.ts'
import { fullNameOf } from '#api/services/dashboard/ownFeeds.ts'
import { categories, serverArchives, servers, subjects } from '#api/text/taxonomy/taxonomy.ts'
import { listChoices } from '#web/components/settings/feedWords.ts'
import { createNameOf } from '#web/shared/categoryNames.ts'
import * as web from '#web/shared/preprintServers.ts'
import { samplePaper } from '#tests/support/samples.ts'

const SOURCES = ['arxiv', 'crossref', 'pubmed', 'feed', 'openreview', ...serverArchives, 'biorxivx', 'constructor', '']
const JOURNALS = ['journal.9999-9994', 'journal.9999-997X', 'journal.99999994', 'journal.', 'xjournal.9999-9994']
const QUERIES = [
  'pubmed.0123456789abcdef',
  'feed.0123456789abcdef',
  'openreview.0123456789abcdef',
  'pubmed.1',
  'feed.x',
  'xpubmed.0123456789abcdef',
]
const CODES = [...categories, ...subjects].map(({ id }) => id)

test('the web names servers and categories as the API, the mails and the terminal do', () => {
  expect(SOURCES.map(web.nameOfServer)).toEqual(SOURCES.map(api.nameOfServer))
  expect(SOURCES.filter(web.nameOfServer)).toEqual([...serverArchives])
  for (const codes of [CODES, SOURCES, ['biorxiv.', 'graphs-1', 'chemrxiv.x'], JOURNALS])
    expect(codes.map(web.nameOfCategory)).toEqual(codes.map(api.nameOfCategory))
})

test('a subject of a server whose preprints Crossref announces has the name of its server and its words', () => {
  for (const { nameOfCategory, isMade } of [web, api]) {
    expect(nameOfCategory('preprintsorg.covid-19')).toBe('Preprints.org covid 19')
    expect(isMade('preprintsorg.covid-19')).toBe(false)
  }
  expect(web.isOfCrossref('preprintsorg.covid-19')).toBe(true)
})

test('the web says of the same papers where they were posted, and that they are not reviewed', () => {
  const papers = SOURCES.flatMap((source) =>
    (['preprint', 'article', 'other'] as const).flatMap((kind) =>
      [undefined, 'bioRxiv', 'medRxiv', 'Journal of Invented Views'].map((name) => ({
        ...samplePaper,
        source,
        kind,
        venue: name === undefined ? undefined : { name },
      })),
    ),
  )
  expect(papers.map(web.serverOf)).toEqual(papers.map(api.serverOf))
  expect(papers.map(web.isNotReviewed)).toEqual(papers.map(api.isNotReviewed))
  expect(web.NOT_REVIEWED).toBe(api.NOT_REVIEWED)
  expect(papers.map(web.creditOf)).toEqual(papers.map(api.creditOf))
  expect(papers.map(web.describeNoAbstract)).toEqual(papers.map(api.describeNoAbstract))
})

test('the servers whose preprints Crossref announces have their names, and journals no other than their codes', () => {
  for (const { nameOfCategory, issnOf, isMade } of [web, api]) {
    expect(servers.map(({ id }) => nameOfCategory(id))).toEqual(servers.map(({ name }) => name))
    expect(JOURNALS.map(issnOf)).toEqual(['9999-9994', '9999-997X', undefined, undefined, undefined])
    expect(JOURNALS.map(nameOfCategory)).toEqual(JOURNALS)
    expect([...JOURNALS, ...QUERIES, ...CODES].filter(isMade)).toEqual([
      ...JOURNALS.slice(0, 2),
      ...QUERIES.slice(0, 3),
    ])
  }
  expect([...servers.map(({ id }) => id), ...JOURNALS, ...CODES].filter(web.isOfCrossref)).toEqual([
    ...servers.map(({ id }) => id),
    ...JOURNALS.slice(0, 2),
  ])
})

test('the web offers the feed of a category under the name that the API gives to it', () => {
  const followed = categories.map(({ id, name }) => ({ id, name, kind: 'taxonomy' as const }))
  const offered = listChoices([], { followed, tags: [], nameOf: createNameOf(new Map()) })
  const names = offered.flatMap(({ group, name }) => (group === 'Followed' ? [name] : []))
  expect(names).toContain('cs.LG Machine Learning')
  expect(names).toEqual(followed.map(({ id, name }) => fullNameOf(id, name)))
})
