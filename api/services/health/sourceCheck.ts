import { ARXIV_ZONE, DAY_MS, dayIn, formatInstant, now } from '../../platform/clock.ts'
import type { AnnouncingSource, Source } from '../../sources/source.ts'
import { INGEST_KEY, findOpenJob } from '../../store/jobs/jobs.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { findFollowedArchives } from '../days/followedCategories.ts'
import type { Product } from '../product.ts'
import { toSentence, type CheckResult } from './checkResult.ts'
import { findKeyRefusal } from '../schedule/keyRefusal.ts'
import { findMissing, isOnDemand, ownJob, stateOf, stateOnDemand } from '../schedule/sourcesStatus.ts'

/** A category that no paper had for this long is not named any more. */
const UNKNOWN_SHOWN_MS = 14 * DAY_MS

type WithSecrets = Pick<Product, 'secrets'>

/** Reports the result of the last look-up: a source that is only asked on demand is well until a request fails. */
export const checkOnDemand = async (product: WithSecrets, source: Source): Promise<CheckResult> =>
  describeOnDemand(product, source, await findSourceState(source.id))

function describeOnDemand(product: WithSecrets, source: Source, state: SourceState): CheckResult {
  if (stateOnDemand(state) === 'off') return { state: 'unknown', message: 'Switched off.' }
  const sentences = describeRequests(product, source, state)
  if (sentences.length > 0) return { state: 'slow', message: joinSentences(sentences) }
  if (state.last_success_at === null) return { state: 'unknown', message: 'Asked on demand; not asked yet.' }
  return { state: 'ok', message: `Asked on demand, last on ${formatInstant(state.last_success_at)}.` }
}

/** Reports how the services do that know more about papers of other sources. None of them is needed. */
export async function checkEnriching(product: WithSecrets, sources: readonly Source[]): Promise<CheckResult> {
  const states = await Promise.all(sources.map(async (source) => ({ source, state: await findSourceState(source.id) })))
  const on = states.filter(({ state }) => state.enabled)
  if (on.length === 0) return { state: 'unknown', message: 'No service is switched on.' }
  const sentences = on.flatMap(({ source, state }) => describeRequests(product, source, state))
  if (sentences.length > 0) return { state: 'slow', message: joinSentences(sentences) }
  const asked = on.map(({ source: { name }, state: { last_success_at } }) =>
    last_success_at === null ? `${name} was not asked yet` : `${name} was asked on ${formatInstant(last_success_at)}`,
  )
  return { state: 'ok', message: `${asked.join(', ')}.` }
}

/** Reports the result of the last fetch: requests only for a health check would use up the source's rate limit. */
export async function checkSource(product: WithSecrets, source: AnnouncingSource): Promise<CheckResult> {
  const [state, missing, job, followed] = await Promise.all([
    findSourceState(source.id),
    findMissing(source),
    findOpenJob(INGEST_KEY),
    findFollowedArchives(source.id),
  ])
  const isFollowed = followed.length > 0
  if (isOnDemand(source, isFollowed)) return describeOnDemand(product, source, state)
  const status = stateOf(state, { job: ownJob(source, job), isMissing: missing.length > 0, isFollowed })
  if (status === 'off') return { state: 'unknown', message: 'Switched off.' }
  if (status === 'unfollowed')
    return { state: 'unknown', message: 'Not followed: asked once a reader follows something of it.' }
  const further = [describeMissing(missing, source), describeUnknown(state)].filter((sentence) => sentence !== null)
  const sentences = [...describeRequests(product, source, state), ...further]
  if (sentences.length > 0) return { state: status === 'failing' ? 'down' : 'slow', message: joinSentences(sentences) }
  if (state.last_success_at === null) return { state: 'unknown', message: 'Not fetched yet.' }
  return { state: 'ok', message: `Last fetched on ${formatInstant(state.last_success_at)}.` }
}

/** What is wrong with the requests to a source: why the last one failed, and that its key is refused; once if that is why. */
function describeRequests(product: WithSecrets, source: Source, state: SourceState): string[] {
  const refusal = findKeyRefusal(product, source, state)
  const failure = refusal?.isTheFailure === true ? null : describeFailure(state)
  return [failure, refusal?.shown.message ?? null].filter((sentence) => sentence !== null)
}

/** A command at the end has no full stop. */
const joinSentences = (sentences: readonly string[]): string =>
  [...sentences.slice(0, -1).map(toSentence), ...sentences.slice(-1)].join(' ')

function describeFailure({ failing_since, failed_at, failure }: SourceState): string | null {
  if (failing_since === null) return null
  const last = failed_at === null ? '' : `, last at ${formatInstant(failed_at)}`
  return `Failing since ${formatInstant(failing_since)}${last}: ${failure ?? 'unknown cause.'}`
}

/** "A category that this version does not know: cs.LANG (41 papers since 24 November). No reader gets …" */
function describeUnknown({ unknown_categories }: SourceState): string | null {
  const from = now().getTime() - UNKNOWN_SHOWN_MS
  const codes = unknown_categories.filter(
    ({ code, last_seen_at }) => canonicalCategory(code) === null && last_seen_at.getTime() >= from,
  )
  if (codes.length === 0) return null
  const list = codes.map(({ code, papers, first_seen_at }) => {
    const since = formatDay(dayIn(ARXIV_ZONE, first_seen_at), now())
    return `${code} (${papers} ${papers === 1 ? 'paper' : 'papers'} since ${since})`
  })
  const them = codes.length === 1 ? 'A category' : 'Categories'
  return `${them} that this version does not know: ${list.join(', ')}. No reader gets papers for ${codes.length === 1 ? 'it' : 'them'}: update Paperdawn.`
}

/** "13 working days are missing, 3 to 20 November: fetch them in Ingestion, or run: paperdawn admin backfill" */
function describeMissing(days: readonly string[], { announcements }: AnnouncingSource): string | null {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  // Dated records are posted at weekends, too.
  const day = announcements.kind === 'dated' ? 'day' : 'working day'
  const count = days.length === 1 ? `1 ${day} is missing` : `${days.length} ${day}s are missing`
  const them = days.length === 1 ? 'it' : 'them'
  return `${count}, ${formatRange(first, last)}: fetch ${them} in Ingestion, or run: paperdawn admin backfill`
}

function formatRange(first: string, last: string): string {
  if (first === last) return formatDay(first, now())
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${isOneMonth ? Number(first.slice(8)) : formatDay(first, now())} to ${formatDay(last, now())}`
}

/** The year is only named if it is not that of `at`. */
const formatDay = (day: string, at: Date): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(Number(day.slice(0, 4)) !== at.getUTCFullYear() && { year: 'numeric' }),
  })
