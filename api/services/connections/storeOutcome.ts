import { TARGET_NAMES } from '../../contract/limits.ts'
import type { Verdict } from '../../outgoing/target.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent } from '../../store/mail/outboxClaims.ts'
import { recordTargetEvent, type TargetRecord } from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { queueConnectionOff } from '../digests/connectionOff.ts'

const MINUTE_MS = 60_000
/** Delays before the repetitions of a message, after which it is not sent any more. */
const RETRIES_MS = [1, 5, 30, 120, 360, 1_440].map((minutes) => minutes * MINUTE_MS)
/** An own webhook that accepts nothing for so long is switched off. */
const FAILING_MAX_MS = 6 * DAY_MS

type Failure = Exclude<Verdict, { outcome: 'sent' }>

interface Failed {
  row: OutboxRecord
  target: TargetRecord
  user: UserRecord
  verdict: Failure
}

/** Stores what became of a message that its target did not accept, and switches a target off that is gone for good. */
export async function storeFailure({ row, target, user, verdict }: Failed): Promise<void> {
  const { outcome, reason } = verdict
  if (outcome === 'uncertain') await markUnsent(row, { state: 'uncertain', error: reason })
  else await markUnsent(row, { state: 'failed', error: reason, retryMs: retryDelayOf(row, verdict) })
  const isGone = outcome === 'gone' || isDead(target, verdict)
  // Before the target is switched off, so that a crash in between does not leave the reader without the mail.
  if (isGone) await queueConnectionOff(user, target.kind, target.revision)
  const event = {
    at: now(),
    outcome: isGone ? ('gone' as const) : outcome === 'later' ? ('deferred' as const) : outcome,
    sentence: describeFailure(target, verdict),
  }
  await recordTargetEvent(target, event, { off: isGone })
}

/** Ms until the next attempt: what the target asked for if that is longer. Null: it is not sent any more. */
function retryDelayOf({ retry_ms = 0 }: OutboxRecord, verdict: Failure): number | null {
  if (verdict.outcome !== 'later') return null
  const next = RETRIES_MS.find((ms) => ms > retry_ms)
  return next === undefined ? null : Math.max(next, verdict.waitMs ?? 0)
}

const isDead = ({ kind, failing_since }: TargetRecord, { outcome }: Failure): boolean =>
  kind === 'webhook' &&
  outcome === 'later' &&
  failing_since !== null &&
  now().getTime() - failing_since.getTime() >= FAILING_MAX_MS

function describeFailure({ kind, host }: TargetRecord, { outcome, reason }: Failure): string {
  const name = kind === 'webhook' ? host : TARGET_NAMES[kind]
  if (outcome === 'uncertain') return `${name} did not confirm the message: ${reason}.`
  if (outcome === 'gone') return `${name} refused for good: ${reason}.`
  if (outcome === 'refused') return `${name} refused the message: ${reason}.`
  return `${name} did not accept the message yet: ${reason}.`
}
