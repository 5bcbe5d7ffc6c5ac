import { dayIn, now } from '../../platform/clock.ts'
import { findMessageOf, giveUpMessages } from '../../store/mail/targetMessages.ts'
import { iterateTargets, type TargetRecord } from '../../store/mail/targets.ts'
import { findDigestOf, readDigestFacts } from '../digests/findDigest.ts'
import type { Product } from '../product.ts'
import { reportMail } from '../sending/mailReport.ts'
import { ignoreErased, queueForReader } from '../sending/outbox.ts'
import { composeDay } from './composeDay.ts'
import { DAY_SENDS } from './composeMessages.ts'
import type { SendOptions } from './sendDay.ts'

/** Days that are composed side by side. */
const TOGETHER = 16
/** The time zone in which a day begins last. */
const LAST_ZONE = 'Etc/GMT+12'

/**
 * Puts the days that are due into the outbox: one row per target and day of the reader, from the hour and on the weekdays
 * of the digest on, whether or not the reader gets it by mail. Counts why there is none for the others.
 */
export async function queueDueDays(product: Product, options: SendOptions): Promise<void> {
  const { run } = options
  const facts = await readDigestFacts(dayIn(LAST_ZONE, now()))
  const left = iterateTargets(DAY_SENDS)
  // All take from the same iterator; their reads are done together.
  const queueNext = async () => {
    for (let next = await left.next(); next.done !== true; next = await left.next()) {
      run.signal.throwIfAborted()
      await queueDay(product, { target: next.value, facts, ...options }).catch(ignoreErased)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: TOGETHER }, queueNext))
  await left.return(undefined)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function queueDay(
  product: Product,
  {
    target,
    facts,
    run,
    reads,
  }: SendOptions & { target: TargetRecord; facts: Awaited<ReturnType<typeof readDigestFacts>> },
): Promise<void> {
  const { user_id, kind, host } = target
  const { log } = run
  const user = await reads.user(user_id)
  if (user === null || user.disabled) return
  // The address of the account is not used.
  const due = await findDigestOf({ ...user, email_verified: true }, { facts, log, reads, kind })
  if ('reason' in due) return run.count(due.counter, 1)
  if ((await findMessageOf(user_id, kind, due.day)) !== null) return
  const messages = await composeDay(product, user, target, { ...due, log, reads })
  const [first] = messages
  if (first === undefined) return run.count('empty', 1)
  // An own webhook drops what it has, and gets every day; in a channel, yesterday's papers are no news.
  const older = { from: '', before: due.day, what: 'day' as const }
  if (kind !== 'webhook') for (const row of await giveUpMessages(user_id, kind, older)) reportMail(row, log)
  const papers = first.total
  run.count('due', 1)
  await queueForReader({ user_id, kind, ...due, to: host, subject: first.heading.replace(/ \(1 of \d\)$/, ''), papers })
}
