import { buildPapersMail } from '../../mail/paperListMessage.ts'
import type { OutgoingMail, MailBody } from '../../mail/message.ts'
import { findAnnouncement } from '../../store/papers/announcements.ts'
import { findPapers } from '../../store/papers/papers.ts'
import type { DeliveredCard } from '../../store/readers/deliveries.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Log } from '../../platform/log.ts'
import { deliverDay, rankForMe } from '../delivery/delivery.ts'
import type { Product } from '../product.ts'

/** RFC 8058 unsubscribe links must work for as long as a reader may keep the mail. */
const UNSUBSCRIBE_SECONDS = 400 * 24 * 3_600

/** The content of a mail with papers, without its outbox row. */
export interface PreparedMail {
  body: MailBody
  list?: OutgoingMail['list']
  /** Number of papers in the mail. */
  papers: number
}

/**
 * Composes the digest of a day from the reader's first `max_papers` cards. Returns null if there are none and the
 * reader wants no empty digests.
 */
export async function prepareDigest(
  product: Product,
  user: UserRecord,
  { day, log }: { day: string; log: Log },
): Promise<PreparedMail | null> {
  const { max_papers, skip_empty } = user.preferences.digest
  const { cards } = await deliverDay(product, user, day, log)
  if (cards.length === 0 && skip_empty) return null
  const token = await product.tokens.sign('unsubscribe', user._id, { seconds: UNSUBSCRIBE_SECONDS })
  const { publicUrl } = product.config
  const unsubscribeUrl = `${publicUrl}/api/mail/unsubscribe/${token}`
  const shown = cards.slice(0, max_papers)
  const body = await build(product, user, {
    day,
    cards: shown,
    more: cards.length - shown.length,
    because: 'You get this because you asked for a daily digest.',
    unsubscribeUrl,
  })
  const id = `digest.${new URL(publicUrl).hostname}`
  return { body, list: { id, name: 'Paperdawn digest', unsubscribeUrl }, papers: shown.length }
}

/** Composes a mail with the papers that rank highest for the reader now. Returns null if there are none. */
export async function prepareTopPapers(
  product: Product,
  user: UserRecord,
  limit: number,
): Promise<PreparedMail | null> {
  const { day, cards } = await rankForMe(product, user, { limit })
  if (day === null || cards.length === 0) return null
  const because = 'An admin of this site had your top papers sent to you.'
  return { body: await build(product, user, { day, cards, more: 0, because }), papers: cards.length }
}

/** Composes the mail of an outbox row again from the stored papers. */
export const prepareRow = (
  product: Product,
  user: UserRecord,
  { row, log }: { row: OutboxRecord; log: Log },
): Promise<PreparedMail | null> =>
  row.kind === 'digest'
    ? prepareDigest(product, user, { day: row.day, log })
    : prepareTopPapers(product, user, row.papers)

async function build(
  { config }: Product,
  user: UserRecord,
  mail: { day: string; cards: readonly DeliveredCard[]; more: number; because: string; unsubscribeUrl?: string },
): Promise<MailBody> {
  const { cards, ...rest } = mail
  const papers = await findPapers(cards.map(({ paper_id }) => paper_id))
  // Sample papers are only loaded into an empty library, so a day with samples has no other papers.
  const samples = await findAnnouncement('sample', mail.day)
  return buildPapersMail({
    ...rest,
    publicUrl: config.publicUrl,
    reader: user.name,
    papers: cards.flatMap(({ paper_id, reasons }) => {
      const paper = papers.get(paper_id)
      return paper ? [{ paper, reasons }] : []
    }),
    sample: samples !== null,
  })
}
