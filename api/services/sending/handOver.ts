import { takeConnection } from '../../mail/connectionPool.ts'
import type { Message } from '../../mail/message.ts'
import { findRefusal, sendMessage } from '../../mail/transport.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent, toSent } from '../../store/mail/outboxClaims.ts'
import type { Product } from '../product.ts'
import type { MailSettings } from './mailSettings.ts'
import { keepAccepted, markHandover, noteAccepted, takeBack } from './sender.ts'
import { countRefusedSession, describeEnd, storeFailure } from './unsent.ts'

/**
 * Composes a claimed mail, sends it over one of the connections and stores the result. Returns its row if it was accepted
 * and not changed meanwhile, else null. A mail that waits for a connection when `signal` aborts, or that cannot be
 * composed, is queued again. Throws as `sendMail`, as `storeFailure` and as `compose`.
 */
export async function handOver(
  { config }: Pick<Product, 'config'>,
  claimed: OutboxRecord,
  { settings, compose, signal }: { settings: MailSettings; compose: () => Message; signal: AbortSignal },
): Promise<OutboxRecord | null> {
  const { smtpAllowPrivate: allowPrivate, ehloName } = config
  const onAccepted = (receipt: string) => keepAccepted({ id: claimed._id, fence: claimed.fence, receipt })
  const requeue = async (cause: Error): Promise<never> => {
    await markUnsent(claimed, { state: 'queued', error: cause.message, isTried: false })
    const refusal = findRefusal(cause)
    if (refusal !== null) await countRefusedSession(refusal, cause)
    throw cause
  }
  let connection = await takeConnection(settings, { allowPrivate, ehloName }).catch(requeue)
  if (signal.aborted) {
    connection.release()
    await markUnsent(claimed, { state: 'queued', error: describeEnd(signal.reason) })
    throw signal.reason
  }
  let message: Message
  try {
    message = compose()
  } catch (error) {
    connection.release()
    return requeue(error as Error)
  }
  const begun = { ...claimed, attempts: claimed.attempts + 1 }
  for (;;) {
    // From here until the result is stored, the server may have accepted the mail: no sender may treat it as unsent.
    const isBegun = await markHandover(claimed).catch(async (error: Error) => {
      connection.release()
      // The database may have stored the begin without confirming it. Nothing was handed over.
      await takeBack(claimed, error)
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
      return (await stored) ? toSent(begun, receipt) : null
    }
    // The server closed a connection that was kept: the mail has not been tried yet.
    const isClosed = result.outcome === 'lost' || (result.outcome === 'later' && result.isClosing)
    if (isClosed && connection.sent > 0) {
      connection = await connection.reopen().catch(requeue)
      continue
    }
    // Only then may another mail begin.
    await storeFailure(begun, result).finally(connection.close)
    return null
  }
}
