import { createHash } from 'node:crypto'
import mongoose, { type mongo } from 'mongoose'
import type { JobKind } from '../../contract/jobKinds.ts'
import { PAPER_SEQ, RESTORED_SEQ } from '../papers/counters.ts'
import type { Owner } from '../readers/erasures.ts'
import type { EreaderRecord } from '../mail/ereaders.ts'
import { expectedMails, type RestoredTarget, type RestoredUser } from './expectedMails.ts'
import type { Documents, Target } from './loadLibrary.ts'

type RestoredEreader = Pick<EreaderRecord, '_id' | 'address'>

/** What was changed in a restored library because time has passed since its backup. */
export interface AfterRestore {
  jobs_dropped: number
  jobs_requeued: number
  /** Mails that may have been sent since the backup, which are not sent again. */
  mails_uncertain: number
  /** Accounts that were erased since the backup and are erased again. */
  erased_again: number
}

/** Jobs that send mail, that remove papers, or that the schedule queues again when they are due. */
const DROPPED: readonly JobKind[] = [
  'digest',
  'send-messages',
  'send-top-papers',
  'send-welcome',
  'resend-mails',
  'wipe-and-refetch',
  'load-samples',
  'backup',
]
const RESTORED = 'The library was restored from a backup'

/**
 * Brings a loaded library to the present, before it is used: no mail is sent twice, no sign-in goes on, no job runs where
 * its worker was, no erased account comes back, and every search index finds that it is of another library. `moment` is that
 * of the backup, `at` the product's present time.
 */
export async function bringToPresent(
  target: Target,
  { moment, at }: { moment: Date; at: Date },
): Promise<AfterRestore> {
  await endSignIns(target)
  await completeSettings(target)
  await renumberNewestPaper(target)
  return {
    ...(await settleJobs(target, at)),
    mails_uncertain: await settleMails(target, { moment, at }),
    erased_again: await repeatErasures(target),
  }
}

/** Times of sign-ins are those of the system clock. */
async function endSignIns(target: Target): Promise<void> {
  await target.collection('users').updateMany({}, { $set: { tokens_valid_after: new Date(), browsers: [] } })
}

/** An archive without secrets does not have the field. */
async function completeSettings(target: Target): Promise<void> {
  const without = { _id: 'mail' as never, sealed_password: { $exists: false } }
  await target.collection('settings').updateMany(without, { $set: { sealed_password: null } })
}

/** More papers than are written between a backup and its restore. */
const NUMBERS_LOST_MAX = 1_000_000

/**
 * Gives the newest paper a number beyond all that were taken before the restore, also by papers that are lost. The search
 * index of any machine that has a lower one is of the library from before.
 */
async function renumberNewestPaper(target: Target): Promise<void> {
  const [restored, current] = [target, mongoose.connection].map((one) => one.collection<mongo.Document>('counters'))
  const values = await Promise.all([restored, current].map((one) => one?.findOne({ _id: PAPER_SEQ as never })))
  const value = Math.max(0, ...values.map((one) => Number(one?.['value'] ?? 0))) + NUMBERS_LOST_MAX
  for (const name of [PAPER_SEQ, RESTORED_SEQ])
    await restored?.updateOne({ _id: name as never }, { $set: { value } }, { upsert: true })
  const papers = target.collection('papers')
  const [newest] = await papers
    .find({}, { projection: { _id: 1 } })
    .sort({ seq: -1 })
    .limit(1)
    .toArray()
  if (newest !== undefined) await papers.updateOne({ _id: newest._id }, { $set: { seq: value } })
}

async function settleJobs(target: Target, at: Date): Promise<Pick<AfterRestore, 'jobs_dropped' | 'jobs_requeued'>> {
  const jobs = target.collection('jobs')
  const ended = {
    state: 'cancelled',
    open: false,
    lease: null,
    finished_at: at,
    error: `${RESTORED} while it was open.`,
  }
  const dropped = await jobs.updateMany({ open: true, kind: { $in: DROPPED } }, { $set: ended })
  const queued = { state: 'queued', lease: null, run_at: at }
  const requeued = await jobs.updateMany({ open: true }, { $set: queued, $inc: { fence: 1 } })
  return { jobs_dropped: dropped.modifiedCount, jobs_requeued: requeued.matchedCount }
}

/** Mails that were on their way, and those that were due since: whether they were sent after the backup is unknown. */
async function settleMails(target: Target, { moment, at }: { moment: Date; at: Date }): Promise<number> {
  const outbox = target.collection('outbox')
  const why = `${RESTORED} of ${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC: it may have been sent since.`
  const uncertain = { state: 'uncertain', lease_until: null, retry_at: null, error: why }
  const open = {
    $or: [{ state: { $in: ['queued', 'claimed', 'handing-off'] } }, { state: 'failed', retry_at: { $ne: null } }],
  }
  const { modifiedCount } = await outbox.updateMany(open, { $set: uncertain })
  const settings = await target.collection('settings').findOne({ _id: 'mail' as never })
  const isSetUp = settings?.['enabled'] === true
  const targets = Map.groupBy(
    await target.collection('targets').find<RestoredTarget>({}).toArray(),
    ({ user_id }) => user_id,
  )
  const receiving = { on: true, confirmed_at: { $ne: null } }
  const ereaders = await target.collection('ereaders').find<RestoredEreader>(receiving).toArray()
  const ereaderOf = new Map(ereaders.map(({ _id, address }) => [_id, address]))
  let added = 0
  for await (const user of target.collection('users').find<RestoredUser>({ disabled: false })) {
    const own = targets.get(user._id) ?? []
    const ereader = ereaderOf.get(user._id)
    const expected = expectedMails(user, {
      at,
      isMailOn: isSetUp && user.email_verified,
      targets: own,
      ...(isSetUp && ereader !== undefined && { ereader }),
    })
    for (const mail of expected) {
      const key = { user_id: user._id, kind: mail.kind, day: mail.day }
      const row = { _id: crypto.randomUUID() as never, ...mail, ...uncertain, ...NO_ATTEMPT, queued_at: at }
      const { upsertedCount } = await outbox.updateOne(key, { $setOnInsert: row }, { upsert: true })
      added += upsertedCount
    }
  }
  return modifiedCount + added
}

const NO_ATTEMPT = {
  papers: 0,
  fence: 0,
  attempts: 0,
  job_id: null,
  sender: null,
  resent_by: null,
  refused_at: null,
  receipt: null,
  sent_at: null,
}

/**
 * The library that is replaced knows who had an account erased since the backup. Their sign-ins stay ended, and their accounts
 * are erased again in the first minute.
 */
async function repeatErasures(target: Target): Promise<number> {
  const current: Documents = mongoose.connection.collection<mongo.Document>('erasures')
  const restored = target.collection('erasures')
  const erased = new Set<string>()
  for await (const record of current.find()) {
    const { upsertedCount } = await restored.updateOne({ _id: record._id }, { $setOnInsert: record }, { upsert: true })
    if (upsertedCount === 1) erased.add(String(record['sign_in']))
  }
  if (erased.size === 0) return 0
  let count = 0
  for await (const user of target.collection('users').find<RestoredUser>({})) {
    const sign_in = createHash('sha256').update(user.firebase_uid).digest('hex')
    if (!erased.has(sign_in)) continue
    const topics = await target.collection('categories').find({ owner_id: user._id }).toArray()
    const owner: Owner = {
      user_id: user._id,
      addresses: [user.email.toLowerCase()],
      topic_ids: topics.map(({ _id }) => String(_id)),
    }
    const order = {
      _id: crypto.randomUUID() as never,
      sign_in,
      at: new Date(),
      owner,
      carried_out_at: null,
      expires_at: null,
    }
    await restored.insertOne(order)
    count += 1
  }
  return count
}
