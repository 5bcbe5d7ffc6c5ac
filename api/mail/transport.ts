import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SuppressionCause } from '../contract/mail.ts'
import { runStep, SEND_MS } from './smtpConnection.ts'
import { toReason, type SmtpFailure } from './smtpFailure.ts'
import type { Message } from './message.ts'
import { addressFault, classifyRefusal, readRefusal } from './refusals.ts'

/** The outcome of sending a message to a server. */
export type SendResult =
  | { outcome: 'taken'; receipt: string }
  /** Not accepted, and may be retried; `isClosing` if the server ended the session before the message was complete. */
  | { outcome: 'later'; reason: string; isClosing: boolean }
  /** The connection ended before the message was complete, and the server said nothing about the mail. */
  | { outcome: 'lost'; reason: string }
  /** Permanently refused; `cause` says what the refusal is about, `fault` what is wrong with the address. */
  | { outcome: 'refused'; reason: string; cause: 'sender' | 'message' }
  | { outcome: 'refused'; reason: string; cause: 'address'; fault: SuppressionCause }
  /** The connection was lost after the end of the message and before the reply: it may or may not be accepted. */
  | { outcome: 'uncertain'; reason: string }

/** Returns the server's reply if the error that `connect` threw is a refusal of this site; null otherwise. */
export function findRefusal(error: unknown): string | null {
  const { responseCode, response, command = '' } = ((error as Error).cause ?? {}) as SmtpFailure
  if (responseCode === undefined || response === undefined) return null
  return classifyRefusal(readRefusal(command, responseCode, response)) === 'sender' ? toReason(response) : null
}

/**
 * Sends the message and returns the outcome. `onAccepted` is called with the server's reply before anything else can
 * happen in this process. Unless the message was accepted, the connection must be closed afterwards. Never throws.
 */
export async function sendMessage(
  connection: SMTPConnection,
  { envelope, raw }: Message,
  { limitMs = SEND_MS, onAccepted }: { limitMs?: number; onAccepted?: (receipt: string) => void } = {},
): Promise<SendResult> {
  let dataSent = false
  const stream = Readable.from([raw])
  stream.once('end', () => {
    dataSent = true
  })
  try {
    const receipt = await runStep<string>(connection, limitMs, (done) =>
      connection.send({ ...envelope, size: raw.length }, stream, (error, info) => {
        if (error === null) onAccepted?.(info.response)
        done(error, info?.response ?? '')
      }),
    )
    return { outcome: 'taken', receipt }
  } catch (error) {
    return classifyFailure(error as SmtpFailure, dataSent)
  }
}

/** Reply with which a server ends the connection: RFC 5321, section 3.8. */
const CLOSING = 421

/** RFC 5321, section 4.2: only these codes refuse. */
const isRefusing = (code: number | undefined): code is number => code !== undefined && code >= 400 && code < 600

/**
 * A reply that refuses decides. Without one, also when what the server sent is no reply of SMTP, it decides whether the
 * complete message had been sent (`dataSent`).
 */
function classifyFailure(failure: SmtpFailure, dataSent: boolean): SendResult {
  const { responseCode, response, message, command = '', code } = failure
  if (isRefusing(responseCode) && response !== undefined) {
    const reason = toReason(response)
    const refusal = readRefusal(command, responseCode, response)
    const cause = classifyRefusal(refusal)
    if (cause === 'temporary') return { outcome: 'later', reason, isClosing: responseCode === CLOSING && !dataSent }
    if (cause === 'address') return { outcome: 'refused', reason, cause, fault: addressFault(refusal) }
    return { outcome: 'refused', reason, cause }
  }
  // nodemailer itself rejected the message, so a retry would fail as well.
  if (response === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { outcome: 'refused', reason: message, cause: 'message' }
  const unreadable = response === undefined ? null : `The server's reply is none of SMTP: ${toReason(response)}`
  if (dataSent)
    return {
      outcome: 'uncertain',
      reason: unreadable ?? `The connection was lost before the server replied: ${message}`,
    }
  return { outcome: 'lost', reason: unreadable ?? message }
}
