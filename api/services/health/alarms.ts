import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import {
  forgetAlarms,
  markReportQueued,
  saveAlarms,
  takeAlarmTurn,
  type AlarmReport,
  type AlarmState,
  type WatchedCheck,
} from '../../store/mail/alarms.ts'
import { headAlarms } from '../../mail/alarmMessage.ts'
import { alarmKey, queueAlarmMail } from '../digests/alarmMail.ts'
import { requestDigests } from '../schedule/schedule.ts'
import { ignoreErased, queueForReader } from '../sending/outbox.ts'
import type { Product } from '../product.ts'
import { findAlarmReceivers, type AlarmReceivers } from './alarmReceivers.ts'
import type { CheckResult } from './checkResult.ts'
import { runCheck } from './health.ts'
import { healthChecks, type NamedCheck } from './healthChecks.ts'

/** The checks run every five minutes, in one process of all; a little less, because rules begin some seconds apart. */
const EVERY_MS = 4 * 60_000
/** A change counts when two runs in a row have seen it: one connection that failed is no alarm. */
const SETTLED_MS = EVERY_MS
const HOUR_MS = 3_600_000
/** Of the sentence that is kept; a message has less of it. */
const SENTENCE_MAX = 2_000
/** Messages an hour; further changes are merged into the next one. */
const HOURLY_MAX = 4
/** Replies of servers can name a reader, and the address of a feed can be one that only its reader knows. */
const ADDRESSES = /[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+|https?:\/\/[^\s<>"')]+/g

/**
 * Runs the checks of the health page that raise alarms, and queues a message to the admins who want alarms when one turns
 * bad, and when it is good again: at most one for each change, also in several processes and after a crash, and at most
 * `HOURLY_MAX` an hour, with all changes since the one before. Does nothing within four minutes of the last run, nor while
 * no admin wants alarms.
 */
export async function watchHealth(product: Product): Promise<void> {
  const receivers = await findAlarmReceivers(product)
  if (receivers.targets.length + receivers.mails.length === 0) return forgetAlarms()
  const state = await takeAlarmTurn(EVERY_MS)
  if (state === null) return
  const checks = await watchAll(product, state)
  const report = reportOf(checks, state)
  const reported = new Map(report?.changes.map(({ name, is_bad }) => [name, is_bad]))
  const isSaved = await saveAlarms(state.revision, {
    checks: checks.map((one) => ({ ...one, is_reported: reported.get(one.name) ?? one.is_reported })),
    reports: [...state.reports, ...(report ? [report] : [])],
  })
  if (!isSaved) return
  // Also those of a process that was killed before it had queued them.
  for (const one of [...state.reports, ...(report ? [report] : [])])
    if (!one.is_queued) await queueReport(one, receivers)
}

async function watchAll(product: Product, { checks: before }: AlarmState): Promise<WatchedCheck[]> {
  const known = new Map(before.map((one) => [one.name, one]))
  const watched = healthChecks(product).filter(({ alarm }) => alarm !== undefined)
  return Promise.all(
    watched.map(async (one): Promise<WatchedCheck> => {
      const { result } = await runCheck(one.name, one.run)
      const last = known.get(one.name)
      const is_bad = isBad(one, result, last?.is_bad ?? false)
      return {
        name: one.name,
        is_bad,
        since: last?.is_bad === is_bad ? last.since : now(),
        sentence: (result.alarm || result.message).slice(0, SENTENCE_MAX).replace(ADDRESSES, '(an address)'),
        is_reported: last?.is_reported ?? false,
      }
    }),
  )
}

/** Between bad and good it stays what it was: a source whose fetch is repeated is not good again. */
function isBad({ alarm }: NamedCheck, { state }: CheckResult, wasBad: boolean): boolean {
  if (state === 'down') return true
  return state === 'slow' && (alarm === 'slow' || wasBad)
}

/** The changes since the last report that have settled; null without any, and when there were enough in the last hour. */
function reportOf(checks: readonly WatchedCheck[], { reports }: AlarmState): AlarmReport | null {
  const at = now()
  const changes = checks
    .filter(({ is_bad, is_reported, since }) => is_bad !== is_reported && at.getTime() - since.getTime() >= SETTLED_MS)
    .map(({ name, is_bad, since, sentence }) => ({ name, is_bad, since, sentence }))
  const lately = reports.filter((one) => at.getTime() - one.at.getTime() < HOUR_MS).length
  if (changes.length === 0 || lately >= HOURLY_MAX) return null
  return { id: at.toISOString(), at, changes, is_queued: false }
}

/** Puts the messages of a report into the outbox, each once. The rule for due messages, and the digests, send them. */
async function queueReport(report: AlarmReport, { targets, mails }: AlarmReceivers): Promise<void> {
  const { id, changes } = report
  log.warn({ checks: changes.map(({ name, is_bad }) => `${name} ${is_bad ? 'bad' : 'good'}`) }, 'alarm')
  for (const { user_id, kind, host } of targets) {
    const row = { user_id, kind, day: alarmKey(id), to: host, subject: headAlarms(changes), papers: 0 }
    await queueForReader(row).catch(ignoreErased)
  }
  const queued = await Promise.all(mails.map((user) => queueAlarmMail(user, report).catch(ignoreErased)))
  await markReportQueued(id)
  if (queued.some((isQueued) => isQueued)) await requestDigests()
}
