import {
  findByJoinKeys,
  findJoinRecords,
  findUncompared,
  saveJoinKeys,
  writeJoins,
  type JoinedRecord,
  type JoinWrite,
} from '../../store/papers/joins.ts'
import { findNoticesOf, type NoticeRecord } from '../../store/papers/notices.ts'
import { findDecisions, saveMerge, saveSuspects, undoMerges, type PairDecision } from '../../store/papers/merges.ts'
import { recomputeShared } from '../../store/readers/deliveryWrites.ts'
import { joinItems, partItems } from '../../store/readers/joinedItems.ts'
import { joinKeysOf, toMember, type Rank } from './edges.ts'
import { fold } from './fold.ts'
import { foldNotices } from './foldNotices.ts'
import { partition, type Evidence, type Partition } from './partition.ts'
import { toRecord, worksOf } from './toRecord.ts'

/** A key that more records have says nothing about one of them. */
const HOLDERS_MAX = 20
/** Records read for one group of papers that have something in common. */
const FOUND_MAX = 10_000

const RULES: Readonly<Record<Rank, string>> = {
  0: 'decided by an admin',
  1: 'same id',
  2: 'declared by the source or the publisher',
  3: 'declared by the authors',
  4: 'said by a third party',
  5: 'same title, authors and abstract',
}

/**
 * Compares records with all others, and joins those that are of one paper, or parts those that are not any more. A record
 * itself is never changed. Safe to repeat, also after a crash.
 */
export async function joinPapers(ids: readonly string[]): Promise<void> {
  let reached = await reach(ids)
  // Another process changed one of the records meanwhile, so that one of the two always gets on.
  while (reached !== null && !(await store(reached))) reached = await reach(ids)
}

/** Compares up to `limit` records that never were: those of a library of an earlier version. Returns how many. */
export async function joinUncompared(limit: number): Promise<number> {
  const ids = await findUncompared(limit)
  if (ids.length > 0) await joinPapers(ids)
  return ids.length
}

interface Reached {
  records: Map<string, JoinedRecord>
  decisions: readonly PairDecision[]
  /** Keys that too many records have. */
  common: ReadonlySet<string>
  /** About these records. */
  notices: readonly NoticeRecord[]
}

/**
 * Reads the records with these ids, and all that one can reach from them over what records have in common. Null if none of
 * them has anything in common with another.
 */
async function reach(ids: readonly string[]): Promise<Reached | null> {
  const records = new Map<string, JoinedRecord>()
  const decisions: PairDecision[] = []
  const common = new Set<string>()
  const alone = new Set<string>()
  for (let next = [...ids]; next.length > 0;) {
    const read = await findJoinRecords(next)
    const keysOf = await compare(read)
    const decided = await findDecisions(next)
    decisions.push(...decided)
    const found = await findByJoinKeys([...new Set([...keysOf.values()].flat())], FOUND_MAX)
    const holders = holdersOf(found)
    for (const [key, { length }] of holders) if (length > HOLDERS_MAX) common.add(key)
    for (const record of read) records.set(record._id, record)
    next = []
    for (const { _id, record_ids = [] } of read) {
      const byKey = (keysOf.get(_id) ?? []).flatMap((key) => (common.has(key) ? [] : (holders.get(key) ?? [])))
      const byPeople = decided
        .filter(({ same, records: pair }) => same && pair.includes(_id))
        .flatMap((one) => one.records)
      const others = [...byKey, ...byPeople, ...record_ids].filter((id) => id !== _id)
      if (others.length === 0 && decided.length === 0) alone.add(_id)
      next.push(...others.filter((id) => !records.has(id)))
    }
    next = [...new Set(next)]
  }
  const notices = await findNoticesOf([...records.values()].flatMap(worksOf))
  const noticed = new Set(notices.map(({ work }) => work))
  for (const id of alone) {
    const record = records.get(id)
    if (record === undefined || worksOf(record).some((work) => noticed.has(work))) continue
    // A paper that lost its other records, or the link that it is not shown with, still has what it had from them.
    if (record.folded === undefined && record.enriched === undefined) records.delete(id)
  }
  return records.size === 0 ? null : { records, decisions, common, notices }
}

/** Stores the keys of the records, and returns them by id. Samples have none: they are not joined. */
async function compare(records: readonly JoinedRecord[]): Promise<Map<string, string[]>> {
  const keys = records.map((record) => ({
    id: record._id,
    before: record.join_keys,
    join_keys: record.sample ? [] : joinKeysOf(toMember(toRecord(record))),
  }))
  await saveJoinKeys(keys.filter(({ before, join_keys }) => !Bun.deepEquals(before, join_keys)))
  return new Map(keys.map(({ id, join_keys }) => [id, join_keys]))
}

function holdersOf(found: readonly { _id: string; join_keys: string[] }[]): Map<string, string[]> {
  const holders = new Map<string, string[]>()
  for (const { _id, join_keys } of found)
    for (const key of join_keys) {
      const ids = holders.get(key)
      if (ids === undefined) holders.set(key, [_id])
      else ids.push(_id)
    }
  return holders
}

/** Stores the papers of these records where they are others than before. Returns false if they must be divided again. */
async function store({ records, decisions, common, notices }: Reached): Promise<boolean> {
  const pairs = (same: boolean) =>
    decisions.flatMap((one) => (one.same === same ? [[one.records[0] ?? '', one.records[1] ?? ''] as const] : []))
  const divided = partition([...records.values()].map(toRecord), { must: pairs(true), mustNot: pairs(false) }, common)
  await saveSuspects(
    [...records.keys()],
    divided.suspects.map((one) => ({ rule: RULES[one.rank], rank: one.rank, evidence: toStored(one) })),
  )
  const writes = divided.groups.flatMap((group) => listWrites(group, records, { ...divided, notices }))
  // Items are shown again before their papers are, and hidden after: they are on the list whatever is repeated.
  await partItems(divided.groups)
  for (const { record, into, group } of writes) {
    if (into === null || into === record.joined_into) continue
    const own = divided.unions.find(({ a, b }) => a === record._id || b === record._id)
    const why = own ?? divided.unions.find(({ a }) => group.includes(a))
    if (why === undefined) continue
    const by = why.rank === 0 ? 'admin' : 'system'
    await saveMerge({ from: record._id, into, rule: RULES[why.rank], rank: why.rank, evidence: toStored(why), by })
  }
  const parted = writes.filter(({ record, into }) => into === null && record.joined_into !== undefined)
  await undoMerges(parted.map(({ record }) => record._id))
  if (writes.length > 0 && !(await writeJoins(writes))) return false
  for (const group of divided.groups.filter(({ length }) => length > 1)) {
    await joinItems(group)
    await recomputeShared(group, sharedDays(group, records))
  }
  return true
}

/** The days on which several of these records were announced. */
function sharedDays(group: readonly string[], records: ReadonlyMap<string, JoinedRecord>): string[] {
  const days = group.flatMap((id) => [...new Set(records.get(id)?.announcements.map(({ on }) => on))])
  return days.filter((day, at) => days.indexOf(day) !== at)
}

type GroupWrite = JoinWrite & { record: JoinedRecord; group: readonly string[] }

function listWrites(
  group: readonly string[],
  records: ReadonlyMap<string, JoinedRecord>,
  { suspects, stopped, notices }: Partition & Pick<Reached, 'notices'>,
): GroupWrite[] {
  const own = group.flatMap((id) => records.get(id) ?? [])
  const [home, ...others] = own.toSorted(
    (one, other) => Number(one.stored_at) - Number(other.stored_at) || (one._id < other._id ? -1 : 1),
  )
  if (home === undefined) return []
  const disbelieved = suspects.flatMap(({ a, b, via }) => (group.includes(a) || group.includes(b) ? (via ?? []) : []))
  const unlinked = new Set([...stopped, ...disbelieved])
  const folded = fold(home, others, unlinked, foldNotices(worksOfPaper(own, unlinked), notices))
  const record_ids = others.length === 0 ? null : group
  return own.flatMap((record) => {
    const isHome = record === home
    const write = { record, group, into: isHome ? null : home._id, record_ids, folded: isHome ? folded : null }
    const isSame =
      (record.joined_into ?? null) === write.into &&
      Bun.deepEquals(record.record_ids ?? null, record_ids) &&
      Bun.deepEquals(record.folded ?? null, write.folded)
    return isSame ? [] : [write]
  })
}

/** The works of a paper: ids of its records, and the article that authors name if that is believed. */
const worksOfPaper = (own: readonly JoinedRecord[], unlinked: ReadonlySet<string>): Set<string> =>
  new Set(own.flatMap((record) => worksOf(record).filter((work) => work === record._id || !unlinked.has(work))))

const toStored = ({ a, b, via, title_similarity, families }: Evidence) => ({
  ids: [a, b],
  link: via,
  title_similarity,
  families,
})
