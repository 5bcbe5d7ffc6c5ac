import type { HealthCheck, HealthState, ReadersWithoutMail, SystemHealth } from '../../contract/admin.ts'
import { now } from '../../platform/clock.ts'
import { findAnnouncementsOf, findNewestAnnouncement, totalOf } from '../../store/papers/announcements.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { findFollowedArchives } from '../days/followedCategories.ts'
import { hasOnlyNotices, isOnDemand } from '../schedule/sourcesStatus.ts'
import { countReceivers, findAlarmReceivers } from './alarmReceivers.ts'
import { toSentence, type CheckResult } from './checkResult.ts'
import { healthChecks } from './healthChecks.ts'
import type { Product, Sources } from '../product.ts'

/** A check that takes longer counts as down. */
const CHECK_MS = 8_000
const NO_READERS: ReadersWithoutMail = {
  total: 0,
  waiting: 0,
  deferred: 0,
  refused: 0,
  uncertain: 0,
  suppressed: 0,
  welcome: 0,
}

/** Runs all health checks in parallel. A check that throws counts as down. */
export async function checkHealth(product: Product, version: string): Promise<SystemHealth> {
  const pending = healthChecks(product).map(({ name, run }) => runCheck(name, run))
  const results = await Promise.all(pending)
  const checks = results.map(({ check }) => check)
  const verdict = worstOf(checks)
  // Readers who were missed are told even where another part is in a worse state.
  const named = results.flatMap(({ check, result: { readers } }) =>
    check.state === verdict || (check.state === 'slow' && readers !== undefined && readers.total > 0) ? check : [],
  )
  return {
    verdict,
    message: await describeVerdict(product.sources, verdict, named),
    readers_without_mail: results.find(({ result }) => result.readers !== undefined)?.result.readers ?? NO_READERS,
    checks,
    alarms: countReceivers(await findAlarmReceivers(product)),
    version,
    uptime_seconds: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
  }
}

/** Runs one check. Never throws: a check that throws, or takes too long, counts as down. */
export async function runCheck(
  name: string,
  run: () => Promise<CheckResult>,
): Promise<{ check: HealthCheck; result: CheckResult }> {
  const started = performance.now()
  const timeout = Promise.withResolvers<CheckResult>()
  const timer = setTimeout(() => timeout.resolve({ state: 'down', message: 'It did not answer in time.' }), CHECK_MS)
  const result = await Promise.race([run(), timeout.promise]).catch((error: Error): CheckResult => {
    // The failure is the result of the check, with the error's message.
    return { state: 'down', message: error.message }
  })
  clearTimeout(timer)
  const { state, message, isRemote = false } = result
  const latency = state !== 'unknown' && isRemote ? Math.round((performance.now() - started) * 10) / 10 : null
  return { check: { name, state, latency_ms: latency, checked_at: now().toISOString(), message }, result }
}

/** Returns the worst state. `unknown` (not set up or not used yet) is ignored. */
function worstOf(checks: readonly HealthCheck[]): HealthState {
  const states = new Set(checks.map(({ state }) => state))
  return states.has('down') ? 'down' : states.has('slow') ? 'slow' : 'ok'
}

/** The message of a check behind its name, which is not said twice: "PubMed refuses …". */
const sayCheck = ({ name, message }: HealthCheck): string =>
  toSentence(message.startsWith(`${name} `) ? message : `${name}: ${message}`)

async function describeVerdict(sources: Sources, verdict: HealthState, named: readonly HealthCheck[]): Promise<string> {
  if (verdict !== 'ok') return named.map(sayCheck).join(' ')
  const [newest, off] = await Promise.all([findNewestAnnouncement(), describeSwitchedOffSources(sources)])
  const works = off.length === 0 ? 'Everything works.' : off.join(' ')
  if (newest === null) return `${works} No papers were fetched yet.`
  const announced = await findAnnouncementsOf(newest.day)
  const fresh = announced.reduce((sum, { stored }) => sum + stored.new, 0)
  const others = announced.reduce((sum, one) => sum + totalOf(one), 0) - fresh
  return `${works} The newest announcement is of ${newest.day}: ${fresh} new papers, ${others} cross-lists and new versions.`
}

/** What does not happen because sources are switched off, in sentences. */
async function describeSwitchedOffSources(sources: Sources): Promise<string[]> {
  const states = await Promise.all(
    [...sources.values()].map(async (source) => ({ source, ...(await findSourceState(source.id)) })),
  )
  // Some are off until an admin switches them on; those that only know more about papers are not needed at all.
  const atFirst = new Set(sources.offAtFirst())
  const all = states
    .filter(({ source, enabled }) => !enabled && !source.enrichment)
    .filter(({ source, last_success_at }) => !atFirst.has(source.id) || last_success_at !== null)
    .map(({ source }) => source)
  const [off, ofNotices] = [all.filter((one) => !hasOnlyNotices(one)), all.filter(hasOnlyNotices)]
  const followed = await Promise.all(off.map(({ id }) => findFollowedArchives(id)))
  const [announcing, onDemand] = [false, true].map((wanted) =>
    off.filter((source, at) => isOnDemand(source, followed[at]?.length !== 0) === wanted).map(({ name }) => name),
  )
  return [
    ...(announcing?.length ? [`No new papers are fetched from ${announcing.join(', ')}: switched off.`] : []),
    ...(onDemand?.length ? [`No papers are looked up at ${onDemand.join(', ')}: switched off.`] : []),
    ...ofNotices.map(({ name }) => `No retractions are read from ${name}: switched off.`),
  ]
}
