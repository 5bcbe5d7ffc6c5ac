import { expect, test } from 'bun:test'
import * as api from '#api/contract/preprintServers.ts'
import { categories, servers, subjects } from '#api/text/taxonomy/taxonomy.ts'
import * as web from '#web/shared/preprintServers.ts'
import { samplePaper } from '#tests/support/samples.ts'

const SOURCES = ['arxiv', 'crossref', ...servers, 'biorxivx', 'constructor', '']
const CODES = [...categories, ...subjects].map(({ id }) => id)

test('the web names servers and categories as the API, the mails and the terminal do', () => {
  expect(SOURCES.map(web.nameOfServer)).toEqual(SOURCES.map(api.nameOfServer))
  expect(SOURCES.filter(web.nameOfServer)).toEqual([...servers])
  for (const codes of [CODES, SOURCES, ['biorxiv.', 'graphs-1']])
    expect(codes.map(web.nameOfCategory)).toEqual(codes.map(api.nameOfCategory))
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
})
