import type { AnnounceType } from '#api/contract/papers.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'

/** An invented record of arXiv's feed of the day `on`, with `changes`. */
export function feedRecord(number: number, on: string, changes: Partial<SourceRecord> = {}): SourceRecord {
  const sourceId = `2611.${String(90_000 + number)}`
  return {
    id: `arxiv:${sourceId}`,
    source: 'arxiv',
    source_id: sourceId,
    version: 1,
    title: `Invented result number ${number}`,
    abstract: `We invent result number ${number} and show that it holds for all lanterns.`,
    authors: [{ name: 'Mirela Quillfeather' }],
    categories: ['cs.LG'],
    primary_category: 'cs.LG',
    published_at: null,
    updated_at: null,
    announced_on: on,
    announce_type: 'new' satisfies AnnounceType,
    announced_in: null,
    changed_on: null,
    version_dates: [],
    doi: null,
    comment: null,
    journal_ref: null,
    license: null,
    code_url: null,
    withdrawn: false,
    source_interface: 'rss',
    ...changes,
  }
}

/** The id of the paper with this number of `feedRecord`. */
export const idOf = (number: number) => `arxiv:2611.${90_000 + number}`

/** Stores these papers as announced on `day` and records the announcement as complete. */
export async function announcePapers(
  day: string,
  papers: { number: number; changes?: Partial<SourceRecord> }[],
): Promise<void> {
  await savePapers(
    papers.map(({ number, changes }) => normalise(feedRecord(number, day, changes))),
    { generation: 0 },
  )
  await recordAnnouncement('arxiv', day, { seen: papers.length, complete: true })
}
