import type { OutboxRow } from '../../contract/mail.ts'
import type { Log } from '../../platform/log.ts'
import { mails, startAtZero, type MailOutcome } from '../../platform/metrics.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'

const LINES: Record<MailOutcome, { level: 'info' | 'warn'; message: string }> = {
  sent: { level: 'info', message: 'mail sent' },
  deferred: { level: 'warn', message: 'mail deferred' },
  refused: { level: 'warn', message: 'mail refused' },
  suppressed: { level: 'warn', message: 'mail suppressed' },
  uncertain: { level: 'warn', message: 'mail perhaps sent' },
}
const OUTCOMES = Object.keys(LINES) as MailOutcome[]
const KINDS: readonly OutboxRow['kind'][] = ['digest', 'review', 'welcome', 'top-papers']
startAtZero(
  mails,
  KINDS.flatMap((kind) => OUTCOMES.map((outcome) => ({ kind, outcome }))),
)

/** Returns the outcome of the last attempt to send a mail; null while a sender has claimed it. */
export function outcomeOf({ state, retry_at }: Pick<OutboxRecord, 'state' | 'retry_at'>): MailOutcome | null {
  if (state === 'sent' || state === 'suppressed' || state === 'uncertain') return state
  if (state === 'queued') return 'deferred'
  if (state === 'failed') return retry_at === null ? 'refused' : 'deferred'
  return null
}

/**
 * Logs an attempt to send a mail, counts its outcome and returns the row. With `isOurs: false`, only logs that the mail
 * was skipped: another attempt counts the outcome.
 */
export function reportMail(row: OutboxRecord, log: Log, { isOurs = true } = {}): OutboxRecord {
  const { _id, kind, day, user_id, state, attempts, error, receipt, retry_at } = row
  const outcome = outcomeOf(row)
  const facts = { mail: _id, mail_kind: kind, day, user_id, attempts, ...(error && { reason: error }) }
  if (outcome === null || !isOurs) {
    log.info({ ...facts, state }, 'mail skipped: another attempt handles or handled it')
    return row
  }
  const { level, message } = LINES[outcome]
  mails.inc({ kind, outcome })
  log[level]({ ...facts, outcome, ...(receipt && { receipt }), ...(retry_at && { retry_at }) }, message)
  return row
}
