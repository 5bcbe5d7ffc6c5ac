import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { isMailOn } from '../sending/mailSettings.ts'
import { countOutcomes, describeOutcomes, MISSED } from '../sending/mailOutcomes.ts'
import { sendSideBySide } from '../sending/sender.ts'
import { requireAcceptance } from '../sending/unsent.ts'

/** Mails of one kind that are due, one for each of `due`. */
interface DueMails<Due> {
  kind: 'review' | 'ereader'
  due: readonly Due[]
  /** Before each counter of the job that is about them. */
  prefix: string
  /** Before the outcomes: "Weekly reviews". */
  name: string
  /** "No weekly reviews were sent". */
  noneSent: string
  /** Calls `onTried` when the mail is sent, will be by the outbox, or is not to be sent. */
  send: (due: Due, options: { signal: AbortSignal; onTried: () => void }) => Promise<void>
}

/**
 * Sends mails side by side, and counts the due ones and the outcome of each. Partial if some were not sent: those that no mail
 * could be sent for are due in the next run. Throws as `sendMail`.
 */
export async function sendDueMails<Due>(
  { kind, due, prefix, name, noneSent, send }: DueMails<Due>,
  run: JobContext,
): Promise<PartialResult | undefined> {
  run.count(`${prefix}due`, due.length)
  if (due.length === 0) return undefined
  if (!(await isMailOn())) {
    run.count(`${prefix}not_tried`, due.length)
    return { partial: `${noneSent}: mail is not set up or paused. Due: ${due.length}.` }
  }
  const untried = new Set(due)
  let outcomes: Awaited<ReturnType<typeof countOutcomes>>
  try {
    const sendOne = (one: Due, signal: AbortSignal) => send(one, { signal, onTried: () => untried.delete(one) })
    await sendSideBySide(due, sendOne, run.signal)
  } catch (error) {
    // Recovered: mail was paused during the run. The other mails are due when it goes on.
    if (run.signal.aborted || (await isMailOn())) throw error
  } finally {
    outcomes = await countOutcomes(run, [kind], prefix)
    run.count(`${prefix}not_tried`, untried.size)
  }
  if (outcomes.deferred > 0) await requireAcceptance()
  const missed = describeOutcomes(outcomes, MISSED)
  return missed === '' ? undefined : { partial: `${name}: ${missed}. The outbox lists them.` }
}
