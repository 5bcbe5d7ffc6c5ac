import { createHash } from 'node:crypto'
import { model, Schema } from 'mongoose'
import { NOTICE_AUTHORS } from '../../contract/papers.ts'
import type { NoticeKind, NoticeAuthor } from '../../sources/noticing.ts'

/** How a source says it: "notice", on the notice itself; "article", on the record of the paper; "file", in a list of all. */
export type NoticeChannel = 'notice' | 'article' | 'file'

/** What one channel says about a notice. */
export interface NoticeStatement {
  by: NoticeAuthor
  on: string | null
  reason?: string
  url: string
}

/** A notice about a paper, whether the paper is stored or not. */
export interface NoticeRecord {
  /** Hash of the paper, the kind, and the notice or its day: the same notice of several sources is stored once. */
  _id: string
  /** Canonical id of the paper that it is about: "doi:10.5555/a". */
  work: string
  kind: NoticeKind
  /** Canonical id of the notice; null if it has none. */
  notice_work: string | null
  /** By channel and author: "article:publisher". Empty when it was taken back. */
  said: Record<string, NoticeStatement>
  /** Since when the library knows of it, a day in UTC. */
  known_on: string
  /** An admin does not believe it. Who that is is in the audit log. */
  set_aside: { at: Date; reason: string } | null
  /** Changes with each change; null when the papers that it concerns have it as it is. */
  unfolded: string | null
}

const { Mixed } = Schema.Types
const schema = new Schema<NoticeRecord>(
  {
    _id: { type: String, required: true },
    work: { type: String, required: true },
    kind: { type: String, required: true },
    notice_work: { type: String, default: null },
    said: { type: Mixed as never, required: true },
    known_on: { type: String, required: true },
    set_aside: { type: Mixed as never, default: null },
    unfolded: { type: String, default: null },
  },
  { collection: 'notices', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
schema.index({ work: 1 }, { name: 'work' })
schema.index({ notice_work: 1 }, { name: 'notice_work', partialFilterExpression: { notice_work: { $type: 'string' } } })
schema.index({ unfolded: 1 }, { name: 'unfolded', partialFilterExpression: { unfolded: { $type: 'string' } } })
schema.index({ 'set_aside.at': -1 }, { name: 'set_aside', sparse: true })
const Notices = model('Notice', schema)

/** A notice as one channel reports it. */
export interface ReportedNotice extends NoticeStatement {
  work: string
  kind: NoticeKind
  notice_work: string | null
}

/** The id of a notice. Of one that has no id of its own, the day is a part of it. */
export const noticeIdOf = ({ work, kind, notice_work, on }: Omit<ReportedNotice, 'by' | 'url'>): string =>
  createHash('sha256')
    .update(JSON.stringify([work, kind, notice_work ?? on]))
    .digest('hex')
    .slice(0, 20)

/**
 * Stores what a channel says. Safe to repeat: what is the same is not written, and `known_on` is that of the first time.
 * Returns the ids of all, and how many were new.
 */
export async function saveNotices(
  channel: NoticeChannel,
  reported: readonly ReportedNotice[],
  knownOn: string,
): Promise<{ ids: string[]; added: number }> {
  const byId = new Map(reported.map((one) => [`${noticeIdOf(one)} ${one.by}`, one]))
  const ids = [...new Set(reported.map(noticeIdOf))]
  if (ids.length === 0) return { ids, added: 0 }
  const stored = await Notices.find({ _id: { $in: ids } }, { said: 1 }).lean()
  const saidBefore = new Map(stored.map(({ _id, said }) => [_id, said]))
  const writes = [...byId.values()].flatMap(({ work, kind, notice_work, ...statement }) => {
    const _id = noticeIdOf({ work, kind, notice_work, ...statement })
    const key = `${channel}:${statement.by}`
    if (Bun.deepEquals(saidBefore.get(_id)?.[key], statement)) return []
    const update = {
      $set: { [`said.${key}`]: statement, unfolded: crypto.randomUUID() },
      $setOnInsert: { work, kind, notice_work, known_on: knownOn, set_aside: null },
    }
    return [{ updateOne: { filter: { _id }, update, upsert: true } }]
  })
  if (writes.length === 0) return { ids, added: 0 }
  const { upsertedCount } = await Notices.bulkWrite(writes, { ordered: true })
  return { ids, added: upsertedCount }
}

/**
 * Takes back what a channel said about these works, or about all, in notices that are not among `ids`: it does not say it any
 * more. Returns how many.
 */
export async function takeBackOthers(
  channel: NoticeChannel,
  ids: ReadonlySet<string>,
  works?: readonly string[],
): Promise<number> {
  let count = 0
  for (const author of NOTICE_AUTHORS) {
    const key = `said.${channel}:${author}`
    const filter = { [key]: { $exists: true }, ...(works !== undefined && { work: { $in: [...works] } }) }
    const gone: string[] = []
    for await (const { _id } of Notices.find(filter, { _id: 1 }).lean().cursor({ batchSize: 5_000 }))
      if (!ids.has(_id)) gone.push(_id)
    if (gone.length === 0) continue
    await Notices.updateMany(
      { _id: { $in: gone } },
      { $unset: { [key]: 1 } as never, $set: { unfolded: crypto.randomUUID() } },
    )
    count += gone.length
  }
  return count
}

/** How often a notice about a notice is followed. */
const DEPTH_MAX = 4

/** The notices about these works, and those about their notices. */
export async function findNoticesOf(works: readonly string[]): Promise<NoticeRecord[]> {
  const found = new Map<string, NoticeRecord>()
  const seen = new Set<string>()
  let next = [...new Set(works)]
  for (let depth = 0; depth < DEPTH_MAX && next.length > 0; depth++) {
    for (const work of next) seen.add(work)
    const notices = await Notices.find({ work: { $in: next } }).lean<NoticeRecord[]>()
    for (const notice of notices) found.set(notice._id, notice)
    next = [...new Set(notices.flatMap(({ notice_work }) => notice_work ?? []))].filter((work) => !seen.has(work))
  }
  return [...found.values()]
}

/** Up to `limit` notices that the papers which they concern do not have as they are. */
export const findUnfolded = (limit: number): Promise<Pick<NoticeRecord, '_id' | 'work' | 'unfolded'>[]> =>
  Notices.find({ unfolded: { $type: 'string' } }, { work: 1, unfolded: 1 })
    .limit(limit)
    .lean()

/** Records that the papers have these notices. One that has changed meanwhile is left for the next time. */
export async function markFolded(notices: readonly Pick<NoticeRecord, '_id' | 'unfolded'>[]): Promise<void> {
  if (notices.length === 0) return
  await Notices.bulkWrite(
    notices.map(({ _id, unfolded }) => ({
      updateOne: { filter: { _id, unfolded }, update: { $set: { unfolded: null } } },
    })),
    { ordered: false },
  )
}

/** The works that a change of notices about `works` can concern: these, and those that one of them is a notice about. */
export async function findConcernedWorks(works: readonly string[]): Promise<string[]> {
  const all = new Set(works)
  let next = [...all]
  for (let depth = 1; depth < DEPTH_MAX && next.length > 0; depth++) {
    const about: string[] = await Notices.distinct('work', { notice_work: { $in: next } })
    next = about.filter((work) => !all.has(work))
    for (const work of next) all.add(work)
  }
  return [...all]
}

/** The notice with this id; null if there is none. */
export const findNotice = (id: string): Promise<NoticeRecord | null> => Notices.findById(id).lean<NoticeRecord>()

/** Sets a notice aside, or takes that back with null. Returns the notice before; null if there is none. */
export const saveSetAside = (id: string, set_aside: NoticeRecord['set_aside']): Promise<NoticeRecord | null> =>
  Notices.findOneAndUpdate(
    { _id: id },
    { $set: { set_aside, unfolded: crypto.randomUUID() } },
    { returnDocument: 'before' },
  ).lean<NoticeRecord>()

/** The notices about these works, or with null those that were set aside; the newest first. */
export async function findNotices(
  works: readonly string[] | null,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ notices: NoticeRecord[]; total: number }> {
  const filter =
    works === null
      ? { 'set_aside.at': { $exists: true } }
      : { work: { $in: [...works] }, set_aside: null, said: { $ne: {} } }
  const [notices, total] = await Promise.all([
    Notices.find(filter).sort({ known_on: -1, _id: 1 }).skip(skip).limit(limit).lean<NoticeRecord[]>(),
    Notices.countDocuments(filter),
  ])
  return { notices, total }
}
