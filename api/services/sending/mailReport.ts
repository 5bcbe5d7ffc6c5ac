import { TARGET_KINDS, type TargetKind } from '../../contract/limits.ts'
import type { OutboxRow } from '../../contract/mail.ts'
import type { Log } from '../../platform/log.ts'
import { mails, startAtZero, targetMessages, type MailOutcome } from '../../platform/metrics.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'

const LINES: Record<MailOutcome, { level: 'info' | 'warn'; words: string }> = {
  sent: { level: 'info', words: 'sent' },
  deferred: { level: 'warn', words: 'deferred' },
  refused: { level: 'warn', words: 'refused' },
  suppressed: { level: 'warn', words: 'suppressed' },
  uncertain: { level: 'warn', words: 'perhaps sent' },
}
const OUTCOMES = Object.keys(LINES) as MailOutcome[]
const KINDS: readonly OutboxRow['kind'][] = [
  'digest',
  'review',
  'welcome',
  'top-papers',
  'connection-off',
  'alarm',
  'ereader',
  'ereader-test',
]
startAtZero(
  mails,
  KINDS.flatMap((kind) => OUTCOMES.map((outcome) => ({ kind, outcome }))),
)
startAtZero(
  targetMessages,
  TARGET_KINDS.flatMap((kind) =>
    OUTCOMES.filter((outcome) => outcome !== 'suppressed').map((outcome) => ({ kind, outcome })),
  ),
)

/** Whether a row of the outbox is a message to a target, and no mail. */
export const isTargetKind = (kind: OutboxRow['kind']): kind is TargetKind =>
  (TARGET_KINDS as readonly string[]).includes(kind)

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
  const { level, words } = LINES[outcome]
  const isMail = !isTargetKind(kind)
  ;(isMail ? mails : targetMessages).inc({ kind, outcome })
  log[level](
    { ...facts, outcome, ...(receipt && { receipt }), ...(retry_at && { retry_at }) },
    `${isMail ? 'mail' : 'message'} ${words}`,
  )
  return row
}
