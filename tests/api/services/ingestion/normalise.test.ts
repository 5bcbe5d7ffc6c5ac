import { expect, test } from 'bun:test'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'

const DOI = '10.64898/2026.09.18.999001'

const record = (changes: Partial<SourceRecord>): SourceRecord => ({
  id: `doi:${DOI}`,
  source: 'biorxiv',
  source_id: DOI,
  version: 2,
  title: 'Invented kinases',
  abstract: null,
  authors: [],
  categories: ['biorxiv.cell-biology'],
  primary_category: 'biorxiv.cell-biology',
  published_at: null,
  updated_at: null,
  announced_on: '2026-09-21',
  announce_type: 'new',
  announced_in: null,
  changed_on: null,
  version_dates: [],
  doi: DOI,
  comment: null,
  journal_ref: null,
  license: null,
  code_url: null,
  withdrawn: false,
  source_interface: 'api',
  ...changes,
})

test.each([
  ['biorxiv', 2, `https://www.biorxiv.org/content/${DOI}v2`],
  ['medrxiv', 1, `https://www.medrxiv.org/content/${DOI}v1`],
  ['biorxiv', null, `https://www.biorxiv.org/content/${DOI}`],
])('a preprint of %s in version %p links to its pages at the server', (source, version, abs) => {
  expect(normalise(record({ source, version })).urls).toEqual({
    abs,
    pdf: `${abs}.full.pdf`,
    html: `${abs}.full`,
    doi: `https://doi.org/${DOI}`,
  })
})
