import { closeConnections } from '../../mail/connections.ts'
import { openJournal, type Acceptance } from '../../mail/journal.ts'
import { inBatches } from '../../platform/batch.ts'
import { log } from '../../platform/log.ts'
import { clearMailRefusals } from '../../store/mail/mailRefusals.ts'
import { takeMailSlots } from '../../store/mail/mailRate.ts'
import { findMailsById } from '../../store/mail/outbox.ts'
import {
  claimMails,
  markAllSent,
  markHandoversStarted,
  releaseClaimsOf,
  type MailClaim,
} from '../../store/mail/outboxClaims.ts'
import { findSuppressionsOf } from '../../store/mail/suppressions.ts'
import { reportMail } from './mailReport.ts'

/** Longer than connecting and transmitting a message can take: see the time limits in `mail/connection.ts`. */
const LEASE_MS = 60_000
/** Mails that one job sends at a time, each over a connection of its own. */
const WIDTH = 8

/** The part of this process in the sending: with a data folder its journal is in a file, else in memory only. */
let opened = { journal: openJournal(), installation: 'none' }

/**
 * Keeps that the server accepted a mail until the database has it. A journal that cannot be written, on a full disk, is
 * no reason to stop: only a kill within the next milliseconds would leave the mail uncertain.
 */
export function keepAccepted(acceptance: Acceptance): void {
  try {
    opened.journal.add(acceptance)
  } catch (error) {
    log.error({ error, mail: acceptance.id }, 'the journal of accepted mails could not be written')
  }
}

/**
 * Opens the journal in `file`, and ends what an earlier process of this installation was sending when it was killed:
 * mails that the journal has are sent, others that were being handed over are uncertain, the rest can be claimed again.
 * Safe to repeat when the database failed.
 */
export async function startSending({ file, installation }: { file: string; installation: string }): Promise<void> {
  opened.journal.close()
  opened = { journal: openJournal(file), installation }
  await settleAccepted()
  for (const row of await releaseClaimsOf(installation)) reportMail(row, log)
}

/** Ends the connections and closes the journal. */
export function stopSending(): void {
  closeConnections()
  opened.journal.close()
  opened = { journal: openJournal(), installation: 'none' }
}

// The database writes of the mails that are sent side by side are done together: one round trip for all of them.
export const claim = inBatches((wanted: readonly { id: string; jobId: string }[]) =>
  claimMails(wanted, { sender: opened.installation, leaseMs: LEASE_MS }),
)
export const markHandover = inBatches((claims: readonly MailClaim[]) => markHandoversStarted(claims, LEASE_MS))

export const findSuppressionOf = inBatches(findSuppressionsOf)
export const findMailAfter = inBatches(findMailsById)

const markSent = inBatches(async (accepted: readonly Acceptance[]) => {
  await markAllSent(accepted.map(({ id, fence, receipt }) => ({ _id: id, fence, receipt })))
  for (const acceptance of accepted) opened.journal.remove(acceptance)
  await clearMailRefusals()
  return accepted
})

/** Stores that the mail server accepted a mail. If the database fails, the journal keeps it for `settleAccepted`. */
export async function noteAccepted(acceptance: Acceptance): Promise<void> {
  await markSent(acceptance)
}

/** Stores what the journal has and the database has not. */
export async function settleAccepted(): Promise<void> {
  await Promise.all(opened.journal.pending().map((acceptance) => markSent(acceptance)))
}

/** Takes a slot of the mails per minute. Returns 0, or the milliseconds after which to ask again. */
export const takeSlot = inBatches(async (limits: readonly number[]) =>
  // All mails of a batch have the same limit, unless the settings were just changed.
  takeMailSlots(limits.length, Math.min(...limits)),
)

/**
 * Sends mails side by side: runs `send` for each item, first one alone, then two, so that a server that refuses this site
 * is not asked more often than needed to know it. After an error no further item is begun; throws the first error when
 * those begun have ended.
 */
export async function sendSideBySide<Item>(
  items: Iterable<Item>,
  send: (item: Item) => Promise<void>,
  width = WIDTH,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const failures: unknown[] = []
  const sendNext = async (): Promise<boolean> => {
    const { done, value } = rest.next()
    if (done || failures.length > 0) return false
    await send(value).catch((error: unknown) => failures.push(error))
    return true
  }
  const sendAll = async () => {
    while (await sendNext());
  }
  await sendNext()
  if (width > 1) await Promise.all([sendNext(), sendNext()])
  await Promise.all(Array.from({ length: width }, sendAll))
  if (failures.length > 0) throw failures[0]
}
