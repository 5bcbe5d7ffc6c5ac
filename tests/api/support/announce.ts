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
