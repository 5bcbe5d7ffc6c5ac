import { REVIEW_SECTIONS } from '../../contract/review.ts'
import { nameOfCategory } from '../../contract/preprintServers.ts'
import { buildPapersMail } from '../../mail/paperListMessage.ts'
import type { PapersMail } from '../../mail/papersMail.ts'
import type { OutgoingMail, MailBody } from '../../mail/message.ts'
import { buildReviewMail } from '../../mail/reviewMessage.ts'
import { buildWelcomeMail } from '../../mail/welcomeMessage.ts'
import { findEreader, isReceiving, type EreaderRecord } from '../../store/mail/ereaders.ts'
import { findCategories } from '../../store/papers/categories.ts'
import type { DeliveredCard } from '../../store/readers/deliveries.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Log } from '../../platform/log.ts'
import { rankForMe } from '../delivery/delivery.ts'
import type { Product } from '../product.ts'
import { getReview } from '../review/review.ts'
import { nameReviewList, type MailList } from '../sending/unsubscribe.ts'
import type { DueDigest } from './digestDue.ts'
import { prepareAlarm } from './alarmMail.ts'
import { prepareConnectionOff } from './connectionOff.ts'
import { prepareEreaderDay, prepareTest } from './ereaderMails.ts'
import { createDigestReads, type DigestReads } from './digestReads.ts'
import { gatherDigest, groupByInterest, isSampleDay, readCards } from './gatherDigest.ts'
import { explainEmptyDay } from './missedDays.ts'

const DAY_SECONDS = 24 * 3_600
/** RFC 8058 unsubscribe links must work for as long as a reader may keep the mail. */
const UNSUBSCRIBE_SECONDS = 400 * DAY_SECONDS
/** Validity of the links that save or dismiss a paper. */
const PAPER_LINK_SECONDS = 60 * DAY_SECONDS

/** The content of a mail with papers, without its outbox row. */
export interface PreparedMail {
  body: MailBody
  list?: OutgoingMail['list']
  /** Number of papers in the mail. */
  papers: number
}

/** Whether the user gets mails of this kind now. */
export const getsMail = (user: UserRecord | null, kind: OutboxRecord['kind']): user is UserRecord =>
  user !== null && !user.disabled && user.email_verified && wants(user, kind)

function wants({ preferences }: UserRecord, kind: OutboxRecord['kind']): boolean {
  if (kind === 'top-papers' || kind === 'connection-off') return true
  if (kind === 'alarm') return preferences.alarms === true
  return kind === 'review' ? preferences.review?.weekday != null : preferences.digest.enabled
}

const DIGEST_WANTED = 'You get this because you asked for a daily digest.'

interface DigestInput extends DueDigest {
  log: Log
  /** Those of the run, if it makes several digests. */
  reads?: DigestReads
  because?: string
  /** False leaves out the links that act for the reader without sign-in. */
  withLinks?: boolean
}

/**
 * Composes the digest of a local day from the reader's first `max_papers` cards of the announcement day `announced_on`,
 * with the days announced since their last digest. Returns null without cards if the reader wants no empty digests.
 * Without `announced_on` it has no papers and says why.
 */
export async function prepareDigest(
  product: Product,
  user: UserRecord,
  { day, announced_on, log, reads = createDigestReads(), because = DIGEST_WANTED, withLinks = true }: DigestInput,
): Promise<PreparedMail | null> {
  const gathered = await gatherDigest(user, { day, announced_on, log, reads })
  if (gathered === null) return null
  const { cards, missed, unsent, notices, answers, announced } = gathered
  const list = await listHeaders(product, user, 'digest')
  const shown = cards.slice(0, user.preferences.digest.max_papers)
  const note = cards.length === 0 ? await explainEmptyDay(product.sources, user, announced_on ?? day) : null
  const body = await build(product, user, {
    day: announced_on ?? day,
    cards: shown,
    more: cards.length - shown.length,
    counts: {
      announced,
      next_door: cards.reduce((count, { from_next_door }) => (from_next_door ? count + 1 : count), 0),
    },
    missed,
    unsent,
    notices,
    answers,
    ...(note !== null && { note }),
    because,
    reads,
    withLinks,
    byInterest: user.preferences.digest.by_interest ?? false,
    ...(withLinks && { unsubscribeUrl: list.unsubscribeUrl }),
  })
  return { body, list, papers: shown.length }
}

/** Composes a mail with the papers that rank highest for the reader now. Returns null if there are none. */
export async function prepareTopPapers(
  product: Pick<Product, 'config' | 'tokens'>,
  user: UserRecord,
  limit: number,
): Promise<PreparedMail | null> {
  const { day, cards } = await rankForMe(user, { limit })
  if (day === null || cards.length === 0) return null
  const because = 'An admin of this site had your top papers sent to you.'
  return { body: await build(product, user, { day, cards, more: 0, because }), papers: cards.length }
}

/** Composes the mail that says when the digest comes. Returns null if the reader gets no mail any more. */
export async function prepareWelcome(
  product: Pick<Product, 'config' | 'tokens'>,
  user: UserRecord,
): Promise<PreparedMail | null> {
  const { digest } = user.preferences
  if (!getsMail(user, 'welcome')) return null
  const known = await findCategories(user._id, { followed: user.category_ids })
  const names = new Map(known.map(({ _id, name }) => [_id, name]))
  const list = await listHeaders(product, user, 'digest')
  const body = buildWelcomeMail({
    publicUrl: product.config.publicUrl,
    reader: user.name,
    categories: user.category_ids.map((id) => (isOfServer(id) ? nameOfCategory(id) : (names.get(id) ?? id))),
    digest,
    unsubscribeUrl: list.unsubscribeUrl,
  })
  return { body, list, papers: 0 }
}

/** Whether it is a subject of a preprint server: two servers have some of the same name. */
const isOfServer = (id: string): boolean => nameOfCategory(id) !== id

/**
 * Composes the review of the week that ended with `day`. Returns null if nothing happened in it, or if the reader gets no
 * such mail any more.
 */
export async function prepareReview(
  product: Pick<Product, 'config' | 'tokens'>,
  user: UserRecord,
  day: string,
): Promise<PreparedMail | null> {
  if (!getsMail(user, 'review')) return null
  const review = await getReview(user, { week: day })
  if (review.is_empty) return null
  const list = await listHeaders(product, user, 'review')
  const { publicUrl } = product.config
  const body = buildReviewMail({ publicUrl, reader: user.name, review, unsubscribeUrl: list.unsubscribeUrl })
  return { body, list, papers: REVIEW_SECTIONS.reduce((sum, name) => sum + review[name].papers.length, 0) }
}

/** Names of the lists, by which a mail program sorts mails. */
const LISTS: Record<MailList, string> = { digest: 'Paperdawn digest', review: 'Paperdawn weekly review' }

/** The list that a recurring mail belongs to, with the link that switches it off. */
async function listHeaders({ config, tokens }: Pick<Product, 'config' | 'tokens'>, user: UserRecord, which: MailList) {
  const token = await tokens.sign('unsubscribe', user._id, {
    seconds: UNSUBSCRIBE_SECONDS,
    // Mails of earlier versions name no list: they are digests.
    ...(which === 'review' && { session: nameReviewList(user) }),
  })
  return {
    id: `${which}.${new URL(config.publicUrl).hostname}`,
    name: LISTS[which],
    unsubscribeUrl: `${config.publicUrl}/api/mail/unsubscribe/${token}`,
  }
}

/**
 * Composes an outbox mail again from the stored papers, for the reader's present address. Returns null if the reader gets
 * no such mail any more.
 */
export async function prepareAgain(
  product: Product,
  row: OutboxRecord,
  log: Log,
): Promise<(PreparedMail & { to: string }) | null> {
  const receiver = await findReceiver(row)
  if (receiver === null) return null
  const { user, to, ereader } = receiver
  const mail = await prepareFor(product, user, { row, log, ereader })
  return mail && { ...mail, to }
}

/** The reader of a mail of the outbox and the address that it goes to now; null if no such mail is sent any more. */
export async function findReceiver({ user_id, kind, day }: OutboxRecord): Promise<Receiver | null> {
  const user = await findUser(user_id)
  if (kind !== 'ereader' && kind !== 'ereader-test') return getsMail(user, kind) ? { user, to: user.email } : null
  const ereader = await findEreader(user_id)
  // Of a test only the newest, which has the valid code.
  const isWanted = kind === 'ereader' ? isReceiving(ereader) : ereader?.test?.nonce === day
  return user === null || user.disabled || ereader === null || !isWanted ? null : { user, to: ereader.address, ereader }
}

interface Receiver {
  user: UserRecord
  to: string
  /** Of a mail to one. */
  ereader?: EreaderRecord
}

interface Again {
  row: OutboxRecord
  log: Log
  ereader: EreaderRecord | undefined
}

function prepareFor(product: Product, user: UserRecord, { row, log, ereader }: Again) {
  if (row.kind === 'ereader-test') return ereader ? prepareTest(product, ereader) : null
  if (row.kind === 'welcome') return prepareWelcome(product, user)
  if (row.kind === 'review') return prepareReview(product, user, row.day)
  if (row.kind === 'connection-off') return prepareConnectionOff(product, user, row.day)
  if (row.kind === 'alarm') return prepareAlarm(product, user, row.day)
  const { day, announced_on = day } = row
  if (row.kind === 'ereader') return prepareEreaderDay(product, user, { day, announced_on, log })
  if (row.kind !== 'digest') return prepareTopPapers(product, user, row.papers)
  return prepareDigest(product, user, { day, announced_on, log })
}

type Contents = Pick<
  PapersMail,
  'day' | 'more' | 'counts' | 'missed' | 'unsent' | 'notices' | 'answers' | 'note' | 'because' | 'unsubscribeUrl'
> & {
  cards: readonly DeliveredCard[]
  reads?: DigestReads
  withLinks?: boolean
  byInterest?: boolean
}

async function build(
  { config, tokens }: Pick<Product, 'config' | 'tokens'>,
  user: UserRecord,
  { cards, reads = createDigestReads(), withLinks = true, byInterest = false, ...mail }: Contents,
): Promise<MailBody> {
  const { publicUrl } = config
  const papers = await Promise.all(
    (await readCards(user, cards, reads)).map(async (one) => {
      if (!withLinks) return one
      const { id } = one.paper
      const token = await tokens.sign('digest', user._id, { seconds: PAPER_LINK_SECONDS, session: id })
      const link = `${publicUrl}/api/mail/papers/${token}`
      return { ...one, save: `${link}/save`, dismiss: `${link}/dismiss` }
    }),
  )
  const sample = await isSampleDay(mail.day, reads)
  const ordered = byInterest ? groupByInterest(papers) : papers
  return buildPapersMail({ ...mail, publicUrl, reader: user.name, papers: ordered, sample })
}
