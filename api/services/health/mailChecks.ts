import type { ReadersWithoutMail } from '../../contract/admin.ts'
import { formatInstant } from '../../platform/clock.ts'
import { openConnection } from '../../mail/smtpConnection.ts'
import { resolveMailHost } from '../../mail/mailHosts.ts'
import { findMailRefusal, isServerAtFault } from '../../store/mail/mailRefusals.ts'
import { findMailSettings } from '../../store/mail/mailSettings.ts'
import { getMailConfig, requireMailSettings } from '../sending/mailSettings.ts'
import { reportDigests, type DigestReport } from '../digests/readersWithoutMail.ts'
import { describeRefusals } from '../sending/unsent.ts'
import type { Product } from '../product.ts'
import { toSentence, type CheckResult } from './checkResult.ts'

const MAIL_MS = 5_000
const MAIL_SLOW_MS = 2_000

/** Connects up to the greeting and encryption, without signing in. Later errors are known from the last mails. */
export async function checkMailServer(product: Product): Promise<CheckResult> {
  const config = await getMailConfig(product)
  if (!config.configured) return { state: 'unknown', message: describeMissingMail(config.sink) }
  if (!config.enabled) return { state: 'unknown', message: 'All mail is paused.' }
  await requireMailSettings(product)
  const started = performance.now()
  const { smtpAllowPrivate: allowPrivate, ehloName } = product.config
  const address = await resolveMailHost(config.host, { allowPrivate, limitMs: MAIL_MS })
  const connection = await openConnection(address, config, { ehloName, limitMs: MAIL_MS })
  connection.quit()
  const refusals = await findMailRefusal()
  if (refusals !== null && isServerAtFault(refusals)) {
    const message = describeRefusals(config.host, refusals, `, since ${formatInstant(refusals.since)}`)
    return { state: 'down', message: toSentence(message), isRemote: true }
  }
  const isSlow = performance.now() - started > MAIL_SLOW_MS
  const message = `${config.host} ${isSlow ? 'answers slowly' : 'answers'}.`
  return { state: isSlow ? 'slow' : 'ok', message, isRemote: true }
}

const describeMissingMail = (hasSink: boolean) =>
  hasSink
    ? 'No mail is sent: mail is not set up. To keep all mail in the built-in mail sink, press “Use the mail sink” under E-mail, or run: paperdawn admin email set --enable'
    : 'No mail is sent: mail is not set up. Save a mail server under E-mail.'

/**
 * Checks whether the newest digests reached their readers. Down if a reader has none and gets none by itself: `slow` if all
 * of those are tried again, mail is paused, or their addresses were refused before, and for welcome mails.
 */
export async function checkMails(): Promise<CheckResult> {
  const settings = await findMailSettings()
  if (settings === null) return { state: 'unknown', message: 'Mail is not set up.' }
  const report = await reportDigests()
  const { newest, readers, heldBackBefore } = report
  if (newest === null && readers.total === 0 && readers.welcome === 0)
    return { state: 'unknown', message: 'No digest was sent yet.', readers }
  const sentences = [describeReaders(report, settings.enabled), describeWelcomes(report), describeSuppressions(report)]
  const message = sentences.filter(Boolean).join(' ')
  // Without the replies of the mail server, which can name a reader.
  const alarm = describeReaders({ ...report, reason: null }, settings.enabled)
  if (readers.total === 0) return { state: readers.welcome === 0 ? 'ok' : 'slow', message, alarm, readers }
  const isHealing = readers.total === readers.deferred + heldBackBefore
  return { state: isHealing || !settings.enabled ? 'slow' : 'down', message, alarm, readers }
}

const CAUSES: Record<Exclude<keyof ReadersWithoutMail, 'total' | 'welcome'>, string> = {
  waiting: 'not tried yet',
  deferred: 'not accepted, to be tried again',
  refused: 'refused, not tried again',
  uncertain: 'perhaps sent',
  suppressed: 'with an address that the mail server refuses',
}

/** "9 readers are without their newest digest: 3 perhaps sent, 6 not tried yet. The connection was lost." */
function describeReaders({ newest, readers, reason }: DigestReport, isEnabled: boolean): string {
  if (readers.total === 0) return newest === null ? '' : `The newest digests, of ${newest}, reached all their readers.`
  const who =
    readers.total === 1
      ? '1 reader is without the newest digest'
      : `${readers.total} readers are without their newest digest`
  const causes = (Object.keys(CAUSES) as (keyof typeof CAUSES)[]).flatMap((cause) =>
    readers[cause] > 0 ? `${readers[cause]} ${CAUSES[cause]}` : [],
  )
  const paused = isEnabled ? '' : ' All mail is paused.'
  return `${who}: ${causes.join(', ')}.${paused}${reason === null ? '' : ` ${toSentence(reason)}`}`
}

function describeWelcomes({ readers: { welcome }, welcomeReason: reason }: DigestReport): string {
  if (welcome === 0) return ''
  const mails = welcome === 1 ? '1 welcome mail was' : `${welcome} welcome mails were`
  return `${mails} not sent.${reason === null ? '' : ` ${toSentence(reason)}`}`
}

function describeSuppressions({ suppressions: { count, newest } }: DigestReport): string {
  if (newest === null) return ''
  const since = formatInstant(newest)
  return count === 1
    ? `1 address gets no mail, since ${since}.`
    : `${count} addresses get no mail, the newest since ${since}.`
}
