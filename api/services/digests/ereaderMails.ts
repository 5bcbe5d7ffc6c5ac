import { createHmac } from 'node:crypto'
import type { Log } from '../../platform/log.ts'
import { now } from '../../platform/clock.ts'
import type { EreaderRecord } from '../../store/mail/ereaders.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import type { DueDigest } from './digestDue.ts'
import { createDigestReads, type DigestReads } from './digestReads.ts'
import { gatherDigest, readCards } from './gatherDigest.ts'

/** 32 characters of which no two look alike on an e-reader. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LETTERS = 6

/** The code of a test: always the same, so that a retried mail shows it again, and not in the database. */
export function codeOf(
  { secrets }: Pick<Product, 'secrets'>,
  { _id, address, test }: Pick<EreaderRecord, '_id' | 'address' | 'test'>,
): string {
  const hash = createHmac('sha256', secrets.deriveKey('ereader-code'))
    .update(JSON.stringify([_id, address, test?.nonce]))
    .digest()
  return [...hash.subarray(0, CODE_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** Composes the mail of the newest test of an e-reader. */
export async function prepareTest(product: Pick<Product, 'config' | 'secrets'>, ereader: EreaderRecord) {
  const { buildCodeMail } = await import('../../mail/ereaderMail.ts')
  const { publicUrl } = product.config
  const at = ereader.test?.at ?? now()
  return { body: buildCodeMail({ publicUrl, code: codeOf(product, ereader), at }), papers: 0 }
}

/**
 * Composes the day of a reader for their e-reader: as many of the cards of the digest as a digest has. Null if there are
 * none. KaTeX and the compression take time to load, so the first call loads them.
 */
export async function prepareEreaderDay(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  { day, announced_on, log, reads = createDigestReads() }: DueDigest & { log: Log; reads?: DigestReads },
) {
  const gathered = await gatherDigest(user, { day, announced_on, log, reads, kind: 'ereader' })
  if (gathered === null || gathered.cards.length === 0) return null
  const shownDay = announced_on ?? day
  const shown = gathered.cards.slice(0, user.preferences.digest.max_papers)
  const papers = await readCards(user, shown, reads)
  if (papers.length === 0) return null
  const { buildDayMail } = await import('../../mail/ereaderMail.ts')
  return buildDayMail({
    publicUrl: config.publicUrl,
    day: shownDay,
    subject: `${user._id} ${shownDay}`,
    modified: now(),
    papers,
    more: gathered.cards.length - papers.length,
    missed: gathered.missed,
  })
}
