import { takeConnection } from '../../mail/connections.ts'
import type { Message } from '../../mail/message.ts'
import { findRefusal, sendMessage, type SendResult } from '../../mail/transport.ts'
import { AppError } from '../../platform/errors.ts'
import { findMailRefusal } from '../../store/mail/mailRefusals.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent, toSent } from '../../store/mail/outboxClaims.ts'
import { addSuppression } from '../../store/mail/suppressions.ts'
import type { Product } from '../product.ts'
import type { MailSettings } from './mailSettings.ts'
import { countRefusal, keepAccepted, markHandover, noteAccepted } from './sender.ts'

const RETRY_MS = 15 * 60_000
const RETRY_MAX_MS = 24 * 3_600_000
/** After this many consecutive refusals of this site, sending throws "conflict". */
const REFUSALS_MAX = 3

/**
 * Composes a claimed mail, sends it over one of the connections and stores the result. Returns its row if it was accepted
 * and not changed meanwhile, else null. A mail that waits for a connection when `signal` aborts, or that cannot be
 * composed, is queued again. Throws as `sendMail` and as `compose`.
 */
export async function handOver(
  { config }: Product,
  claimed: OutboxRecord,
  { settings, compose, signal }: { settings: MailSettings; compose: () => Message; signal: AbortSignal },
): Promise<OutboxRecord | null> {
  const { smtpAllowPrivate: allowPrivate, ehloName } = config
  const onAccepted = (receipt: string) => keepAccepted({ id: claimed._id, fence: claimed.fence, receipt })
  const requeue = async (cause: Error): Promise<never> => {
    await markUnsent(claimed, { state: 'queued', error: cause.message })
    const refusal = findRefusal(cause)
    if (refusal !== null) await stopAtRefusals(refusal)
    throw cause
  }
  let connection = await takeConnection(settings, { allowPrivate, ehloName }).catch(requeue)
  if (signal.aborted) {
    connection.release()
    await markUnsent(claimed, { state: 'queued', error: (signal.reason as Error).message })
    throw signal.reason
  }
  let message: Message
  try {
    message = compose()
  } catch (error) {
    connection.release()
    return requeue(error as Error)
  }
  for (;;) {
    // From here until the result is stored, the server may have accepted the mail: no sender may treat it as unsent.
    const isBegun = await markHandover(claimed).catch((error: unknown) => {
      connection.release()
      throw error
    })
    if (!isBegun) {
      connection.release()
      return null
    }
    const result = await sendMessage(connection.smtp, message, { onAccepted })
    if (result.outcome === 'taken') {
      const { receipt } = result
      const stored = noteAccepted({ id: claimed._id, fence: claimed.fence, receipt })
      // Only now: the begin of the next mail of this connection is stored after the acceptance of this one.
      connection.release()
      return (await stored) ? toSent(claimed, receipt) : null
    }
    // The server closed a connection that was kept: the mail has not been tried yet.
    if (result.outcome === 'later' && result.isLost && connection.sent > 0) {
      connection = await connection.reopen().catch(requeue)
      continue
    }
    // Only then may another mail begin.
    await storeFailure(claimed, result).finally(connection.close)
    return null
  }
}

async function storeFailure(claimed: OutboxRecord, result: Exclude<SendResult, { outcome: 'taken' }>): Promise<void> {
  const error = result.reason
  if (result.outcome === 'uncertain') return markUnsent(claimed, { state: 'uncertain', error })
  if (result.outcome === 'later') return markUnsent(claimed, { state: 'failed', error, retryMs: retryDelayMs(claimed) })
  if (result.cause === 'address') {
    await addSuppression(claimed.to, { cause: result.fault, reason: error })
    return markUnsent(claimed, { state: 'suppressed', error })
  }
  if (result.cause === 'message') return markUnsent(claimed, { state: 'failed', error })
  // A mail that an admin requested is not retried automatically: the admin can send it again from the outbox.
  await markUnsent(claimed, {
    state: 'failed',
    error,
    retryMs: claimed.kind === 'digest' ? retryDelayMs(claimed) : null,
  })
  await stopAtRefusals(error)
}

/** Only digests wait here: a mail that an admin requested is retried by its job, which has its own delays. */
const retryDelayMs = ({ kind, attempts }: OutboxRecord) =>
  kind === 'digest' ? Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (attempts - 1)) : 0

/** Counts a refusal of this site. Throws "conflict" after `REFUSALS_MAX` consecutive ones. */
async function stopAtRefusals(reason: string): Promise<void> {
  const { count } = await countRefusal(reason)
  if (count >= REFUSALS_MAX) throw siteRefused(reason)
}

/** Throws "conflict" if the mail server refused the last mail because of this site. */
export async function requireNoRefusal(): Promise<void> {
  const refusal = await findMailRefusal()
  if (refusal !== null) throw siteRefused(refusal.reason)
}

const siteRefused = (reason: string) => new AppError('conflict', `The mail server refuses mail of this site: ${reason}`)
