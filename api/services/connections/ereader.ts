import { timingSafeEqual } from 'node:crypto'
import type { ConnectionTest } from '../../contract/connections.ts'
import type { Ereader, EreaderState } from '../../contract/ereader.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import {
  beginTest,
  confirmAddress,
  countTry,
  findEreader,
  isReceiving,
  removeEreader,
  saveEreader,
  type EreaderRecord,
} from '../../store/mail/ereaders.ts'
import { findMailSettings } from '../../store/mail/mailSettings.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { removeMessagesOf } from '../../store/mail/targetMessages.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { codeOf, prepareTest } from '../digests/ereaderMails.ts'
import { requestNewWork } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { requireMailSettings } from '../sending/mailSettings.ts'
import { queueForReader, sendMail } from '../sending/outbox.ts'
import { takeTurn } from '../sending/sender.ts'

/** A code ends after a day, or after so many that were typed. */
const TRIES_MAX = 5
/** A test that waits longer than this for its turn is left to the run of the digests. */
const TEST_WAIT_MS = 30_000

/** The e-reader of the reader, and the address that its account must allow. */
export async function getEreader(user: UserRecord): Promise<EreaderState> {
  return describe(await findEreader(user._id))
}

/** Saves the address of an e-reader. A new one is not sent to before its code was typed; a working one is kept as it is. */
export async function putEreader(user: UserRecord, address: string): Promise<EreaderState> {
  const before = await findEreader(user._id)
  const isSame = before?.address.toLowerCase() === address.toLowerCase()
  return describe(isSame && before?.on ? before : await saveEreader(user._id, address))
}

/**
 * Mails a book with a code to the saved address. Throws "not-found" without one, "conflict" while mail is not set up, and
 * "unavailable" if the mail server does not answer; then the run of the digests sends it.
 */
export async function testEreader(product: Product, user: UserRecord): Promise<ConnectionTest> {
  await requireMailSettings(product)
  const saved = await findEreader(user._id)
  const nonce = crypto.randomUUID()
  const ereader = saved && (await beginTest(saved, { nonce, at: now() }))
  if (!ereader) throw new AppError('not-found', 'Save the address of your e-reader first.')
  const { address: to } = ereader
  const { body } = await prepareTest(product, ereader)
  const { subject } = body
  const mail = { user_id: user._id, kind: 'ereader-test' as const, day: nonce, to, subject, papers: 0 }
  const row = await queueForReader(mail)
  const signal = AbortSignal.timeout(TEST_WAIT_MS)
  try {
    const settings = await takeTurn(product, signal)
    const sent = await sendMail(product, row, { settings, body, jobId: `ereader-test:${nonce}`, signal, log })
    return { ok: sent.state === 'sent', message: describeTest(sent) }
  } catch (error) {
    if (!signal.aborted) throw error
    // Recovered: the test is in the outbox.
    return { ok: false, message: 'Other mails are sent before. The test is sent with the next digests.' }
  }
}

function describeTest({ state, error, to, retry_at }: OutboxRecord): string {
  if (state === 'sent') return `Sent to ${to}. It can take some minutes until the book is on the e-reader.`
  const reason = error ?? 'the mail server did not answer'
  if (state === 'uncertain') return `Perhaps sent to ${to}: ${reason}`
  if (state === 'failed' && retry_at !== null) return `Not sent to ${to} yet, it is tried again: ${reason}`
  return `Not sent to ${to}: ${reason}`
}

/**
 * Confirms the address by the code of the newest test; the day is mailed from then on, today's too. Throws
 * "invalid-input" for another code, and when the code has ended.
 */
export async function confirmEreader(
  product: Pick<Product, 'secrets'>,
  user: UserRecord,
  typed: string,
): Promise<EreaderState> {
  const since = new Date(now().getTime() - DAY_MS)
  const ereader = await countTry(user._id, { since, max: TRIES_MAX })
  if (ereader?.test == null) throw invalidField('code', 'There is no code to type any more. Send another test.')
  if (!isEqual(codeOf(product, ereader), typed.replaceAll(/[\s-]/g, '').toUpperCase())) {
    const left = TRIES_MAX - ereader.test.tries
    const rest = left > 0 ? `Tries left: ${left}.` : 'Send another test.'
    throw invalidField('code', `This is not the code of the newest test. ${rest}`)
  }
  const confirmed = await confirmAddress(ereader, { nonce: ereader.test.nonce, at: now() })
  if (confirmed === null) throw new AppError('conflict', 'The address was changed meanwhile. Send another test.')
  // A day that is due already is sent now, not at the next half hour.
  await requestNewWork({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
  return describe(confirmed)
}

/** Whether two texts are equal, in a time that depends on the length of the typed one alone. */
function isEqual(code: string, typed: string): boolean {
  const [one, other] = [Buffer.from(code), Buffer.from(typed)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Removes the e-reader with all that is kept about it. Throws "not-found" if there is none. */
export async function deleteEreader(user: UserRecord): Promise<void> {
  const isRemoved = await removeEreader(user._id)
  // After the e-reader: a sender finds its row gone.
  for (const kind of ['ereader', 'ereader-test'] as const) await removeMessagesOf(user._id, kind)
  if (!isRemoved) throw new AppError('not-found', 'There is no such connection.')
}

async function describe(record: EreaderRecord | null): Promise<EreaderState> {
  const settings = await findMailSettings()
  return { ereader: record && toEreader(record), from: settings?.enabled ? settings.from_address : null }
}

function toEreader(record: EreaderRecord): Ereader {
  const { address, on, test, last, failing_since } = record
  const until = test === null || test.tries >= TRIES_MAX ? null : new Date(test.at.getTime() + DAY_MS)
  return {
    address,
    state: isReceiving(record) ? 'on' : on ? 'waiting' : 'off',
    code_until: until !== null && until > now() ? until.toISOString() : null,
    last: last && { ...last, at: last.at.toISOString() },
    failing_since: failing_since?.toISOString() ?? null,
  }
}
