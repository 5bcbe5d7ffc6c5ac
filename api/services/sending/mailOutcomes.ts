import type { MailOutcome } from '../../platform/metrics.ts'
import { findMailsOfJob, type OutboxRecord } from '../../store/mail/outbox.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { outcomeOf } from './mailReport.ts'

/**
 * Counts the outcomes of the mails that this job was the last to claim, from the outbox: also those of an attempt that
 * another worker made, and of the mail with which the run ends. Call it once for each kind, at the end of an attempt.
 * Returns them.
 */
export async function countOutcomes(
  run: Pick<JobContext, 'id' | 'count'>,
  kinds?: readonly OutboxRecord['kind'][],
  prefix = '',
): Promise<Record<MailOutcome, number>> {
  const outcomes: Record<MailOutcome, number> = { sent: 0, deferred: 0, refused: 0, suppressed: 0, uncertain: 0 }
  for (const mail of await findMailsOfJob(run.id)) {
    const outcome = outcomeOf(mail)
    if (outcome !== null && (kinds === undefined || kinds.includes(mail.kind))) outcomes[outcome] += 1
  }
  for (const [name, count] of Object.entries(outcomes)) run.count(`${prefix}${name}`, count)
  return outcomes
}

/** What became of the mails of a run that were not sent, in words. */
export const MISSED = {
  deferred: 'not accepted now, will be tried again',
  refused: 'refused by the mail server, not tried again',
  suppressed: 'to addresses that the mail server refuses',
  uncertain: 'perhaps sent',
}

/** "2 refused by the mail server, 1 perhaps sent": the numbers above zero of `outcomes` that `words` has. */
export const describeOutcomes = <Name extends string>(
  outcomes: Readonly<Record<Name, number>>,
  words: Readonly<Partial<Record<Name, string>>>,
): string =>
  (Object.keys(words) as Name[])
    .flatMap((name) => (outcomes[name] > 0 ? [`${outcomes[name]} ${words[name]}`] : []))
    .join('; ')
