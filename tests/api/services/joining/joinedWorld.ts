import { normalise } from '#api/services/ingestion/normalise.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import type { Product } from '#api/services/product.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { feedRecord, idOf } from '#tests/api/support/records.ts'

export const PREPRINT = idOf(1)
export const ARTICLE = 'doi:10.5555/a'
export const LANTERNS = 'Slow lanterns in a narrow valley of glass'
const own = {
  title: LANTERNS,
  abstract: 'We follow forty lanterns through a valley of glass for three winters.',
  authors: [{ name: 'Mirela Quillfeather' }, { name: 'Oskar Brandt' }],
}

/** The record of arXiv's feed of `on` for the paper about lanterns. */
export const preprint = (on = '2026-11-18', changes: Partial<SourceRecord> = {}): SourceRecord =>
  feedRecord(1, on, { ...own, published_at: new Date('2026-11-17T10:00:00Z'), ...changes })

/** Crossref's record of its article, which names the preprint. */
export const article = (changes: Partial<SourceRecord> = {}): SourceRecord =>
  feedRecord(1, '', {
    ...own,
    id: ARTICLE,
    source: 'crossref',
    source_id: ARTICLE.slice(4),
    version: null,
    kind: 'article',
    abstract: null,
    categories: [],
    primary_category: null,
    published_at: new Date('2027-01-20'),
    published_precision: 'day',
    announced_on: null,
    announce_type: null,
    doi: ARTICLE.slice(4),
    links: [{ type: 'has-preprint', to: PREPRINT, by: 'publisher' }],
    venue: { name: 'Journal of Imaginary Vision', volume: '3' },
    journal_ref: 'Journal of Imaginary Vision 3 (2027)',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    citations: 7,
    source_interface: 'api',
    ...changes,
  })

/** The same preprint as bioRxiv has it, posted in neuroscience and announced on `on`. */
export const onBiorxiv = (on = '2026-11-20', changes: Partial<SourceRecord> = {}): SourceRecord => {
  const doi = '10.64898/2026.11.19.700001'
  const subject = { categories: ['biorxiv.neuroscience'], primary_category: 'biorxiv.neuroscience' }
  return preprint(on, {
    id: `doi:${doi}`,
    source: 'biorxiv',
    source_id: doi,
    doi,
    ...subject,
    source_interface: 'api',
    ...changes,
  })
}

/** Stores records and processes them, as ingestion and look-ups do. */
export async function bring(product: Product, ...records: SourceRecord[]): Promise<void> {
  await savePapers(records.map(normalise), { generation: 0 })
  await categorisePapers(product, createJobContext())
  for (const { source, announced_on: day } of records) {
    if (day === null) continue
    const archives = source === 'arxiv' ? undefined : { [source]: { state: 'announced' as const, unaccounted: 0 } }
    await recordAnnouncement(source, day, { seen: 1, complete: true, ...(archives && { archives }) })
  }
  await catchUp(product)
}
