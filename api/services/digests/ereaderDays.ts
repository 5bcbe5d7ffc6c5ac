import { dayIn, now } from '../../platform/clock.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import {
  findEreader,
  isReceiving,
  iterateEreaders,
  recordEreaderEvent,
  type EreaderRecord,
} from '../../store/mail/ereaders.ts'
import { findEndedMails, giveUpEreaderDaysBefore, type OutboxRecord } from '../../store/mail/outbox.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { isMailToSink } from '../sending/mailSettings.ts'
import { reportMail } from '../sending/mailReport.ts'
import { ignoreErased, queueForReader, sendMail } from '../sending/outbox.ts'
import { takeTurn } from '../sending/sender.ts'
import { queueConnectionOff } from './connectionOff.ts'
import type { DueDigest } from './digestDue.ts'
import { createDigestReads, type DigestReads } from './digestReads.ts'
import { prepareEreaderDay } from './ereaderMails.ts'
import { findDigestOf, readDigestFacts } from './findDigest.ts'
import { sendDueMails } from './sendDueMails.ts'

/** The time zone in which a day begins last. */
const LAST_ZONE = 'Etc/GMT+12'
/** Before each counter of the job that is about e-readers. */
const PREFIX = 'ereader_'

type DueDay = DueDigest & { user_id: string }

/**
 * Mails to each confirmed e-reader the day of its reader, from the hour and on the weekdays of the digest on, whether or not
 * the reader gets that: at most one for each day, also after a crash. None of a day without papers. Counts the due days
 * and the outcome of each. Throws as `sendMail`.
 */
export async function sendDueEreaderDays(product: Product, run: JobContext): Promise<PartialResult | undefined> {
  const newest = await findNewestAnnouncement()
  if (newest === null || (newest.sample && !(await isMailToSink(product)))) return undefined
  const reads = createDigestReads()
  return sendDueMails(
    {
      kind: 'ereader',
      due: await findDueDays(run, reads),
      prefix: PREFIX,
      name: 'E-readers',
      noneSent: 'Nothing was sent to e-readers',
      async send(day, { signal, onTried }) {
        signal.throwIfAborted()
        await sendDay(product, day, { run, signal, reads }).catch(ignoreErased)
        onTried()
      },
    },
    run,
  )
}

async function findDueDays(run: JobContext, reads: DigestReads): Promise<DueDay[]> {
  const facts = await readDigestFacts(dayIn(LAST_ZONE, now()))
  const ended = new Map<string, ReadonlyMap<string, unknown>>()
  const due: DueDay[] = []
  for await (const { _id: user_id } of iterateEreaders()) {
    const user = await findUser(user_id)
    if (user === null || user.disabled) continue
    // The address of the account is not used.
    const reader = { ...user, email_verified: true }
    const found = await findDigestOf(reader, { facts, log: run.log, reads, kind: 'ereader' })
    if ('reason' in found) {
      run.count(`${PREFIX}${found.counter}`, 1)
      continue
    }
    const hasEnded = ended.get(found.day) ?? (await findEndedMails('ereader', found.day))
    ended.set(found.day, hasEnded)
    if (hasEnded.has(user_id)) continue
    for (const row of await giveUpEreaderDaysBefore(user_id, found.day)) reportMail(row, run.log)
    due.push({ user_id, ...found })
  }
  return due
}

async function sendDay(
  product: Product,
  { user_id, day, announced_on }: DueDay,
  { run, signal, reads }: { run: JobContext; signal: AbortSignal; reads: DigestReads },
): Promise<void> {
  const user = await findUser(user_id)
  if (user === null || user.disabled) return
  const mail = await prepareEreaderDay(product, user, { day, announced_on, log: run.log, reads })
  if (mail === null) return run.count(`${PREFIX}empty`, 1)
  const { body, papers } = mail
  const settings = await takeTurn(product, signal)
  // Read now: the reader may have changed the address or removed it while the mail waited for its turn.
  const ereader = await findEreader(user_id)
  if (!isReceiving(ereader)) return run.count(`${PREFIX}removed`, 1)
  const row = await queueForReader({
    user_id,
    kind: 'ereader',
    day,
    announced_on,
    to: ereader.address,
    subject: body.subject,
    papers,
  })
  const sent = await sendMail(product, row, { settings, body, jobId: run.id, signal, log: run.log })
  await storeOutcome(user, ereader, sent)
}

/**
 * Records on the e-reader what became of a day. If its address is refused for good, switches it off and has its owner informed
 * once, by mail.
 */
async function storeOutcome(user: UserRecord, ereader: EreaderRecord, row: OutboxRecord): Promise<void> {
  const { state, error, subject, to } = row
  if (to !== ereader.address || state === 'queued' || state === 'claimed' || state === 'handing-off') return
  const off = state === 'suppressed'
  // Before it is switched off, so that a crash in between does not leave the owner without the mail.
  if (off) await queueConnectionOff(user, 'ereader', ereader.revision)
  const reason = error ?? 'no reason is known'
  const sentence = {
    sent: `${subject}.`,
    uncertain: `The mail server did not confirm the book: ${reason}`,
    failed: `The book was not accepted: ${reason}`,
    suppressed: `Mail servers refuse this address: ${reason}`,
  }[state]
  await recordEreaderEvent(ereader, { at: now(), sentence }, { failed: state !== 'sent', off })
}
