import { setTimeout as sleep } from 'node:timers/promises'
import { closeConnections } from '../../mail/connectionPool.ts'
import { openJournal, type Acceptance } from '../../mail/journal.ts'
import { inBatches } from '../../platform/batch.ts'
import { repeatWhileDown } from '../../platform/databaseDown.ts'
import { log } from '../../platform/log.ts'
import { clearMailRefusals, recordMailRefusal, type MailRefusal } from '../../store/mail/mailRefusals.ts'
import { takeMailSlots } from '../../store/mail/mailRate.ts'
import { findMailsById, type OutboxRecord } from '../../store/mail/outbox.ts'
import {
  claimMails,
  markUnsent,
  recordHandovers,
  releaseClaimsOf,
  type HandoverChange,
  type MailClaim,
} from '../../store/mail/outboxClaims.ts'
import { findSuppressionsOf } from '../../store/mail/suppressions.ts'
import { endPart } from '../../store/mail/targetMessages.ts'
import { reportMail } from './mailReport.ts'
import { requireMailSettings, type MailSettings } from './mailSettings.ts'
import type { Product } from '../product.ts'

/** Longer than connecting and transmitting a message can take: see the time limits in `mail/smtpConnection.ts`. */
const LEASE_MS = 60_000
/** Between two messages of a row, others of its host are sent. */
const PART_LEASE_MS = 120_000
/**
 * Mails that a job begins together, so that one round trip to the database claims all of them. Meanwhile those of the
 * group before go over the connections.
 */
const GROUP = 32

/** A mail that waits for the limit of mails per minute notices within this time that the settings were changed. */
const TURN_MS = 1_000

/** How often accepted mails clear the refusals that another process counted. */
const CLEAR_MS = 10_000

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
export const findSuppressionOf = inBatches(findSuppressionsOf)
export const findMailAfter = inBatches(findMailsById)

/**
 * One queue for both: the mail that a connection sent is stored with or before the begin of its next one. So at most as
 * many mails are being handed over as there are connections.
 */
const record = inBatches(async (changes: readonly HandoverChange[]) => {
  const accepted = changes.flatMap(({ _id, fence, receipt }) =>
    receipt === undefined ? [] : { id: _id, fence, receipt },
  )
  const [recorded] = await Promise.all([recordHandovers(changes, LEASE_MS), accepted.length > 0 && endRefusals()])
  for (const acceptance of accepted) opened.journal.remove(acceptance)
  return recorded
})

/** When this process last cleared the refusals, in ms of `performance.now`. */
let clearedAt = -Infinity

/** Counts a mail that was not accepted, and returns all since the server last accepted one. */
export async function countRefusal(refusal: Pick<MailRefusal, 'reason' | 'about'>): Promise<MailRefusal> {
  const refusals = await recordMailRefusal(refusal)
  clearedAt = -Infinity
  return refusals
}

/** An accepted mail clears the refusals: always those of this process, those of another one once in `CLEAR_MS`. */
async function endRefusals(): Promise<void> {
  if (performance.now() - clearedAt < CLEAR_MS) return
  clearedAt = performance.now()
  await clearMailRefusals()
}

/** Stores that the handover of a mail to the mail server begins. Returns false if its claim is lost: it must not begin. */
export const markHandover = ({ _id, fence }: MailClaim): Promise<boolean> => record({ _id, fence })

/**
 * Queues a mail again whose handover did not begin because the database failed, whether the begin was stored or not: a
 * stored one would make the mail uncertain when its claim expires. Until then, waits for the database; it never rejects.
 */
export async function takeBack(claimed: MailClaim, { message }: Error): Promise<void> {
  const queue = () => markUnsent(claimed, { state: 'queued', error: message, isTried: false })
  await repeatWhileDown(queue, AbortSignal.timeout(LEASE_MS)).catch((error: unknown) =>
    log.warn({ error, mail: claimed._id }, 'a mail that was not handed over could not be queued again'),
  )
}

/**
 * Stores that the mail server accepted a mail. If the database fails, the journal keeps it for `settleAccepted`. Returns
 * false if the mail was changed or erased by others.
 */
export const noteAccepted = ({ id, fence, receipt }: Acceptance): Promise<boolean> =>
  record({ _id: id, fence, receipt })

/** As `noteAccepted`, of a message to a target. Returns its row; null if it was changed or erased by others. */
export async function notePartAccepted(acceptance: PartAcceptance): Promise<OutboxRecord | null> {
  const { id, fence, receipt, part } = acceptance
  const stored = await endPart({ _id: id, fence }, { ...part, receipt, leaseMs: PART_LEASE_MS })
  opened.journal.remove(acceptance)
  return stored
}

type PartAcceptance = Acceptance & Required<Pick<Acceptance, 'part'>>
const isOfPart = (acceptance: Acceptance): acceptance is PartAcceptance => acceptance.part !== undefined

/** Stores what the journal has and the database has not. */
export async function settleAccepted(): Promise<void> {
  await Promise.all(
    opened.journal
      .pending()
      .map((acceptance) => (isOfPart(acceptance) ? notePartAccepted(acceptance) : noteAccepted(acceptance))),
  )
}

/** Takes a slot of the mails per minute. Returns 0, or the milliseconds after which to ask again. */
const takeSlot = inBatches(async (limits: readonly number[]) =>
  // All mails of a batch have the same limit, unless the settings were just changed.
  takeMailSlots(limits.length, Math.min(...limits)),
)
const readSettings = inBatches(async (products: readonly Product[]) => {
  // A process has one product.
  const settings = await requireMailSettings(products[0] as Product)
  return products.map(() => settings)
})

/**
 * Waits until the limit of mails per minute allows one more. Returns the settings to send it with, which are those of
 * this moment: an admin may change them during a run. Throws "conflict" if mail is not set up or was paused.
 */
export async function takeTurn(product: Product, signal: AbortSignal): Promise<MailSettings> {
  for (;;) {
    signal.throwIfAborted()
    const settings = await readSettings(product)
    const waitMs = await takeSlot(settings.max_per_minute)
    if (waitMs === 0) return settings
    await sleep(Math.min(waitMs, TURN_MS), undefined, { signal })
  }
}

/**
 * Sends mails side by side: runs `send` for each item, first one alone, then two, so that a server that refuses this site
 * is not asked more often than needed to know it, then in groups. After an error no further item is begun, and the signal
 * of those begun ends those that are not at the server yet; throws the first error when all have ended.
 */
export async function sendSideBySide<Item>(
  items: readonly Item[],
  send: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const sending = new Set<Promise<void>>()
  let begun = 0
  for (let group = 1; begun < items.length && !failed.signal.aborted; group = group === 1 ? 2 : GROUP) {
    for (const item of items.slice(begun, begun + group)) {
      const sent: Promise<void> = send(item, either)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    begun += group
    const left = group === GROUP ? GROUP : 0
    while (sending.size > left) await Promise.race(sending)
  }
  await Promise.all(sending)
  failed.signal.throwIfAborted()
}
