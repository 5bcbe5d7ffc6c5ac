import type { Announcement } from './paperMerge.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

type Foldable = Pick<PaperRecord, '_id' | 'joined_into' | 'folded'>

/** The fields that a read of papers must have besides its own. */
export const FOLD_FIELDS = { joined_into: 1, folded: 1 } as const

/** A paper with what it has from its other records in place of its own. */
export function withFolded<Fields extends Pick<PaperRecord, 'folded'>>(record: Fields): Fields {
  if (record.folded === undefined) return record
  const { other_days: _, ...fields } = record.folded
  return { ...record, ...fields }
}

/**
 * The papers of records, by the id of each record: of one that was joined into another paper, that paper. `read` reads
 * records by id, with `FOLD_FIELDS`.
 */
export async function findFolded<Fields extends Foldable>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Fields[]>,
): Promise<Map<string, Fields>> {
  if (ids.length === 0) return new Map()
  const found = await read(ids)
  const byId = new Map(found.map((record) => [record._id, record]))
  const others = new Set(found.flatMap(({ joined_into }) => joined_into ?? []))
  const missing = [...others].filter((id) => !byId.has(id))
  if (missing.length > 0) for (const record of await read(missing)) byId.set(record._id, record)
  return new Map(found.map((record) => [record._id, withFolded(byId.get(record.joined_into ?? record._id) ?? record)]))
}

/** The paper of a record, which is processed when both of them are; null for null. */
export async function findPaperOf(record: PaperRecord | null): Promise<PaperRecord | null> {
  if (record === null) return null
  const { joined_into } = record
  const paper = (joined_into === undefined ? null : await Papers.findById(joined_into).lean()) ?? record
  const { other_days = [] } = paper.folded ?? {}
  const former_days = [...new Set([...(paper.former_days ?? []), ...other_days])]
  // A record points to its paper a moment before the paper has what the record gives it.
  const processed_at = record.processed_at && paper.processed_at
  return { ...withFolded(paper), processed_at, ...(former_days.length > 0 && { former_days }) }
}

type Announced = Pick<PaperRecord, '_id' | 'category_ids' | 'joined_into'> & {
  announcements: Announcement[]
  /** The records that were announced on the day, of the paper; absent if it is the only one. */
  records?: readonly string[]
}

/** The papers of records that were announced on one day: each is there once, with what all of its records have there. */
export function toPapersOfDay<Fields extends Announced>(records: readonly Fields[]): Fields[] {
  if (records.every(({ joined_into }) => joined_into === undefined)) return [...records]
  return [...Map.groupBy(records, ({ _id, joined_into }) => joined_into ?? _id)].flatMap(([_id, own]) => {
    const first = own.find((record) => record._id === _id) ?? own[0]
    if (first === undefined) return []
    const announcements = own.flatMap((record) => record.announcements)
    const category_ids = [...new Set(own.flatMap((record) => record.category_ids))]
    return { ...first, _id, announcements, category_ids, records: own.map((record) => record._id) }
  })
}
