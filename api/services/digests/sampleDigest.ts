import type { MailPreview, SampleStarted } from '../../contract/mail.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import { findMailOf } from '../../store/mail/outbox.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import { startJob } from '../jobs/jobs.ts'
import { requireMailSettings } from '../sending/mailSettings.ts'
import { prepareDigest, type PreparedMail } from './prepareMails.ts'
import type { Product } from '../product.ts'

/** A reader gets at most one sample in this time. */
const PAUSE_MS = 5 * 60_000

/**
 * Queues a job that mails the reader the newest digest as a sample. Throws "conflict" if mail is not set up, the address
 * is not verified or there is no announcement, and "rate-limited" if a sample was sent in the last minutes.
 */
export async function startSample(
  product: Pick<Product, 'secrets' | 'sink'>,
  user: UserRecord,
): Promise<SampleStarted> {
  if (!user.email_verified) throw new AppError('conflict', `The address ${user.email} is not verified.`)
  await requireMailSettings(product)
  await requireNewestDay()
  const sample = `sample ${Math.floor(now().getTime() / PAUSE_MS)}`
  if ((await findMailOf({ user_id: user._id, kind: 'top-papers', day: sample })) !== null)
    throw new AppError('rate-limited', 'A sample was just sent. Please try again in five minutes.')
  const { max_papers } = user.preferences.digest
  await startJob({
    kind: 'send-top-papers',
    input: { user_id: user._id, limit: max_papers, sample },
    dedupe_key: `sample:${user._id}`,
    requested_by: user._id,
  })
  return { to: user.email }
}

/** Composes the reader's digest of the newest announcement, also if it has no papers. Throws "conflict" without one. */
export async function prepareSample(product: Product, user: UserRecord, log: Log): Promise<PreparedMail> {
  const because = 'You get this sample because you asked for it in your profile.'
  return prepareNewest(product, user, { log, because })
}

/** Text of the style element of every mail, which a page that shows one must allow. */
export { MAIL_STYLE } from '../../mail/layout.ts'

/**
 * Returns the digest of the newest announcement as the user would get it, without the links that act for the user.
 * Throws "not-found" for an unknown user and "conflict" without an announcement.
 */
export async function previewDigest(product: Product, userId: string, log: Log): Promise<MailPreview> {
  const user = await findUser(userId)
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  const { body } = await prepareNewest(product, user, { log, withLinks: false })
  return { ...body, bytes: Buffer.byteLength(body.html) }
}

async function prepareNewest(
  product: Product,
  user: UserRecord,
  options: { log: Log; because?: string; withLinks?: boolean },
): Promise<PreparedMail> {
  const day = await requireNewestDay()
  const digest = { ...user.preferences.digest, skip_empty: false }
  const reader = { ...user, preferences: { ...user.preferences, digest } }
  const mail = await prepareDigest(product, reader, { day, announced_on: day, ...options })
  if (mail === null) throw new AppError('conflict', 'There are no papers to send.')
  return mail
}

async function requireNewestDay(): Promise<string> {
  const newest = await findNewestAnnouncement()
  if (newest === null) throw new AppError('conflict', 'There is no announcement yet.')
  return newest.day
}
