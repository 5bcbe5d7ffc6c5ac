import type { SendResult } from '../../mail/transport.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findAddressRefusals, forgetAddressRefusalsSince } from '../../store/mail/addressRefusals.ts'
import {
  findMailRefusal,
  isServerAtFault,
  REFUSALS_MAX,
  type MailRefusal,
  type RefusalTopic,
} from '../../store/mail/mailRefusals.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent } from '../../store/mail/outboxClaims.ts'
import { addSuppression } from '../../store/mail/suppressions.ts'
import { countRefusal } from './sender.ts'

const RETRY_MS = 15 * 60_000
const RETRY_MAX_MS = DAY_MS
/** Attempts of a mail to an address that the server refuses while it accepts mails to others, as the outbox counts them. */
const ADDRESS_ATTEMPTS_MAX = 4
/** Attempts of a welcome mail, one about a target that is off, or a test of an e-reader, over about five days. Those while no server is reached are not counted. */
const WELCOME_ATTEMPTS_MAX = 10
/** Shorter than the time between the digests of two days, and longer than an outage of a night. */
const ANOTHER_DAY_MS = 12 * 3_600_000

type Failure = Exclude<SendResult, { outcome: 'taken' }>

/**
 * Stores what became of a mail whose handover began and that the server did not accept. Throws "conflict" when it accepts no mail of this site:
 * it said so `REFUSALS_MAX` times, refused as many addresses, or as often gave no reply to a message.
 */
export async function storeFailure(begun: OutboxRecord, result: Failure): Promise<void> {
  const error = result.reason
  if (result.outcome === 'later' || result.outcome === 'lost') {
    const isTried = result.outcome === 'later'
    const retryMs = isTried ? laterMs(begun) : nextDelayMs(begun)
    // A mail that an admin requested is retried by its job, which has its own delays.
    await markUnsent(begun, { state: 'failed', error, retryMs: begun.kind === 'top-papers' ? 0 : retryMs, isTried })
    // A server that refused all and now asks to come back later accepts no mail yet.
    return requireAcceptance()
  }
  if (result.outcome === 'uncertain') {
    await markUnsent(begun, { state: 'uncertain', error })
    return countFailure({ reason: error, about: 'no-reply' })
  }
  if (result.cause === 'message') return markUnsent(begun, { state: 'failed', error })
  if (result.cause === 'address') return storeAddressRefusal(begun, result)
  await markUnsent(begun, { state: 'failed', error, retryMs: laterMs(begun) })
  await countFailure({ reason: error, about: 'site' })
}

/**
 * One reply proves nothing against an address, whatever its code: RFC 5321 has 550 also for policies (4.2.3), and a
 * server whose list of mailboxes is broken answers 5.1.1 for all of them. So the address is suppressed when it is refused
 * again on another day and the server accepts other mail, and nothing counts that was refused with all others.
 */
async function storeAddressRefusal(
  begun: OutboxRecord,
  { reason, fault }: Extract<Failure, { cause: 'address' }>,
): Promise<void> {
  const [before, counted] = await Promise.all([findAddressRefusals(begun), findMailRefusal()])
  // The same address again says nothing more about the server.
  const isCounted = before !== null && counted !== null && before.newest >= counted.since
  const refusals = isCounted ? counted : await countRefusal({ reason, about: 'address' })
  if (isServerAtFault(refusals)) {
    await markUnsent(begun, { state: 'failed', error: reason, retryMs: laterMs(begun) })
    await forgetAddressRefusalsSince(refusals.since)
    throw notAccepted(refusals)
  }
  const refusedAt = now()
  if (before !== null && refusedAt.getTime() - before.first.getTime() >= ANOTHER_DAY_MS) {
    // An e-reader is switched off instead, so that its owner can set it up again.
    if (begun.kind !== 'ereader' && begun.kind !== 'ereader-test')
      await addSuppression(begun.to, { cause: fault, reason })
    return markUnsent(begun, { state: 'suppressed', error: reason, refusedAt })
  }
  const retryMs = begun.attempts < ADDRESS_ATTEMPTS_MAX ? laterMs(begun) : null
  await markUnsent(begun, { state: 'failed', error: reason, retryMs, refusedAt })
}

/**
 * Ms until the next attempt of a mail that is refused now; null: an admin can send it again from the outbox. A digest is
 * retried until a newer one is due.
 */
function laterMs(mail: OutboxRecord): number | null {
  const { kind, attempts } = mail
  const isOnce = kind === 'welcome' || kind === 'connection-off' || kind === 'alarm' || kind === 'ereader-test'
  return kind === 'top-papers' || (isOnce && attempts >= WELCOME_ATTEMPTS_MAX) ? null : nextDelayMs(mail)
}

/** Twice the delay before, whatever that was for. */
const nextDelayMs = ({ retry_ms = 0 }: OutboxRecord): number => Math.min(RETRY_MAX_MS, Math.max(RETRY_MS, 2 * retry_ms))

/** Why a mail was not tried: the error that ended its run, which an admin can read, or that it was cancelled or stopped. */
export const describeEnd = (reason: unknown): string =>
  reason instanceof AppError ? reason.message : 'The run ended before this mail was sent.'

/** Counts a mail that was not accepted. Throws "conflict" when it is the `REFUSALS_MAX`th in a row. */
export async function countFailure(failure: { reason: string; about: RefusalTopic }): Promise<void> {
  const refusals = await countRefusal(failure)
  if (refusals.count >= REFUSALS_MAX) throw notAccepted(refusals)
}

/**
 * Counts a refusal of the connection or the login, which no mail was given to. Throws "conflict" with the message of
 * `cause`, which says what to check, when `REFUSALS_MAX` were counted.
 */
export async function countRefusedSession(reason: string, cause: Error): Promise<void> {
  const { count } = await countRefusal({ reason, about: 'session' })
  if (count >= REFUSALS_MAX) throw new AppError('conflict', cause.message, { cause })
}

/** Throws "conflict" if the mail server accepts no mail of this site. */
export async function requireAcceptance(): Promise<void> {
  const refusals = await findMailRefusal()
  if (refusals !== null && isServerAtFault(refusals)) throw notAccepted(refusals)
}

const notAccepted = (refusals: MailRefusal) => new AppError('conflict', describeRefusals('The mail server', refusals))

/** "mail.example.org refused the last 3 mails: 554 5.7.1 …" */
export function describeRefusals(server: string, { reason, about, count }: MailRefusal, when = ''): string {
  if (about === 'session') return `${server} refused the connection or the login${when}: ${reason}`
  const mails = count === 1 ? 'the last mail' : `the last ${count} mails`
  if (about === 'no-reply')
    return `${server} ended the connection without a reply to ${mails}, which it may have accepted${when}: ${reason}`
  return `${server} refused ${mails}${when}: ${reason}`
}
