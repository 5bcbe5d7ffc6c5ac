import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { feedRecord } from './records.ts'

/** Stores invented papers of cs.LG with these titles, announced on `day`, and records the announcement. */
export async function announceTitles(
  day: string,
  titles: readonly string[],
  { complete = true, changes = {} }: { complete?: boolean; changes?: Partial<SourceRecord> } = {},
): Promise<void> {
  const first = Number(day.slice(-2)) * 100
  const records = titles.map((title, index) => normalise(feedRecord(first + index, day, { title, ...changes })))
  await savePapers(records, { generation: 0 })
  await recordAnnouncement('arxiv', day, { seen: titles.length, complete })
}

/** Stores invented preprints of neuroscience with these titles, announced by bioRxiv on `day`, and records the day as read. */
export async function announcePreprints(day: string, titles: readonly string[]): Promise<void> {
  const records = titles.map((title, index) => {
    const doi = `10.64898/${day.replaceAll('-', '.')}.${700_001 + index}`
    const own = { id: `doi:${doi}`, source: 'biorxiv', source_id: doi, doi, source_interface: 'api' } as const
    const subject = 'biorxiv.neuroscience'
    return normalise(feedRecord(0, day, { title, categories: [subject], primary_category: subject, ...own }))
  })
  await savePapers(records, { generation: 0 })
  const state = titles.length > 0 ? 'announced' : 'empty'
  await recordAnnouncement('biorxiv', day, {
    seen: 0,
    complete: true,
    archives: { biorxiv: { state, unaccounted: 0 } },
  })
}
