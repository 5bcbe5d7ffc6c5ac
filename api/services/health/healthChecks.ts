import { formatInstant, now } from '../../platform/clock.ts'
import { DISK_FULL_BYTES, freeBytes } from '../../platform/folders.ts'
import { findOutage } from '../../platform/outages.ts'
import type { Source } from '../../sources/source.ts'
import { measureClockLead, pingDatabase } from '../../store/database.ts'
import { INDEX_REBUILD, readCounter } from '../../store/papers/counters.ts'
import { countFeatures } from '../../store/papers/features.ts'
import { countUnencoded } from '../../store/papers/paperEncoding.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import { findWorkers } from '../../store/jobs/workers.ts'
import type { Product } from '../product.ts'
import { findIndexProblem } from '../search/indexing.ts'
import { describeLack } from '../search/rebuildIndex.ts'
import { checkBackups } from './backupCheck.ts'
import { toSentence, type CheckResult } from './checkResult.ts'
import { checkMails, checkMailServer } from './mailChecks.ts'
import { checkRanking } from './rankingCheck.ts'
import { checkTargets } from './targetsCheck.ts'
import { checkEnriching, checkOnDemand, checkSource } from './sourceCheck.ts'

const DATABASE_SLOW_MS = 250
/** A worker without a heartbeat for this long (three intervals) counts as stopped. */
const WORKER_MS = 30_000
const DISK_LOW_BYTES = 1024 ** 3
const INDEX_SLOW_MS = 60_000
/** Leases and tokens tolerate little clock difference: some seconds are a warning, a minute breaks them. */
const CLOCK_SLOW_MS = 5_000
const CLOCK_DOWN_MS = 60_000

export interface NamedCheck {
  name: string
  run: () => Promise<CheckResult>
  /** From which state on admins get an alarm; missing: never. */
  alarm?: 'slow' | 'down'
}

/** Returns a check for each dependency of the product. A check that throws is down, with the error's message. */
export const healthChecks = (product: Product): NamedCheck[] => [
  { name: 'Database', run: checkDatabase },
  ...[...product.sources.values()]
    .filter(({ enrichment }) => enrichment === undefined)
    .map((source) => ({ name: source.name, run: () => checkOf(product, source), alarm: 'down' as const })),
  ...(product.sources.enriching().length > 0
    ? [{ name: 'More about papers', run: () => checkEnriching(product, product.sources.enriching()) }]
    : []),
  { name: 'Mail server', run: () => checkMailServer(product), alarm: 'down' },
  { name: 'Mails', run: checkMails, alarm: 'down' },
  { name: 'Connections', run: checkTargets },
  { name: 'Sign-in keys', run: async () => checkKeys(product) },
  { name: 'Disk', run: () => checkDisk(product), alarm: 'slow' },
  { name: 'Backups', run: () => checkBackups(product), alarm: 'slow' },
  { name: 'Workers', run: checkWorkers, alarm: 'down' },
  { name: 'Search index', run: () => checkIndex(product) },
  { name: 'Ranking', run: checkRanking },
  { name: 'Embedding', run: () => checkEmbedding(product) },
  { name: 'Clock', run: checkClock },
]

const checkOf = (product: Product, source: Source): Promise<CheckResult> => {
  const announcing = product.sources.findAnnouncing(source.id)
  return announcing === undefined ? checkOnDemand(product, source) : checkSource(product, announcing)
}

async function checkDatabase(): Promise<CheckResult> {
  const ms = await pingDatabase()
  const isSlow = ms > DATABASE_SLOW_MS
  return { state: isSlow ? 'slow' : 'ok', message: isSlow ? 'It answers slowly.' : 'It answers.', isRemote: true }
}

function checkKeys({ tokens }: Pick<Product, 'tokens'>): CheckResult {
  const keys = tokens.keyState()
  const outage = findOutage('sign-in')
  if (outage) return { state: 'down', message: outage.message }
  if (keys === null) return { state: 'ok', message: 'The emulator’s tokens are unsigned and need none.' }
  if (keys.failing_since !== null) {
    const since = `They cannot be fetched since ${formatInstant(keys.failing_since)}.`
    return keys.fetched_at === null
      ? { state: 'down', message: `${since} Nobody can sign in.` }
      : { state: 'slow', message: `${since} The keys fetched before still work.` }
  }
  if (keys.fetched_at === null) return { state: 'unknown', message: 'Not needed yet.' }
  return { state: 'ok', message: `Fetched on ${formatInstant(keys.fetched_at)}.` }
}

async function checkDisk({ config }: Pick<Product, 'config'>): Promise<CheckResult> {
  const free = await freeBytes(config.dataFolder)
  const size = free < DISK_LOW_BYTES ? `${Math.floor(free / 1024 ** 2)} MB` : `${(free / 1024 ** 3).toFixed(1)} GB`
  const message = `${size} free for the data folder.`
  return { state: free < DISK_FULL_BYTES ? 'down' : free < DISK_LOW_BYTES ? 'slow' : 'ok', message }
}

async function checkWorkers(): Promise<CheckResult> {
  const workers = await findWorkers(WORKER_MS)
  if (workers.length === 0) return { state: 'down', message: 'None is running: jobs wait.' }
  const running = workers.reduce((sum, worker) => sum + worker.running, 0)
  const jobs = running === 1 ? '1 job' : `${running} jobs`
  return { state: 'ok', message: `${workers.length} running, ${jobs} in progress.` }
}

async function checkIndex({ index }: Pick<Product, 'index'>): Promise<CheckResult> {
  const failure = await index.findProblem?.()
  if (failure) return failure
  const problem = findIndexProblem(index)
  if (problem !== null)
    return { state: 'slow', message: `It cannot be updated, and new papers are not found: ${toSentence(problem)}` }
  const [newest, { seq, size, indexedThrough, replaces, rebuild }, asked] = await Promise.all([
    findNewestSeq(),
    index.state(),
    readCounter(INDEX_REBUILD),
  ])
  const lack = rebuild === asked ? null : await index.findLack()
  if (lack !== null) return { state: 'slow', message: describeLack(lack) }
  if (indexedThrough === null) {
    if (newest === 0) return { state: 'ok', message: 'There are no papers yet.' }
    const { papers } = await countFeatures()
    const done = `${size} of about ${papers} papers`
    if (!replaces) return { state: 'unknown', message: `It is being filled: ${done}.` }
    const meanwhile = 'Searches use the old index until the new one is whole'
    return { state: 'unknown', message: `It is built again: ${done}. ${meanwhile}, and do not find newer papers.` }
  }
  const behind = newest - seq
  const message = behind > 0 ? `About ${behind} changes behind.` : `All papers are indexed (${size}).`
  const lagMs = now().getTime() - Date.parse(indexedThrough)
  return { state: behind > 0 && lagMs > INDEX_SLOW_MS ? 'slow' : 'ok', message }
}

/** Search and ranking use words where there are no vectors: without an embedding they are less good, and nothing fails. */
async function checkEmbedding({ embedding }: Pick<Product, 'embedding'>): Promise<CheckResult> {
  const current = embedding.current()
  if (current.state === 'off')
    return { state: current.chosen ? 'ok' : 'slow', message: `Off: ${toSentence(current.why)}` }
  if (current.state === 'fetching') return { state: 'unknown', message: 'The model is being fetched.' }
  const { papers, unencoded } = await countUnencoded()
  const percent = Math.floor((1 - unencoded / Math.max(papers, unencoded)) * 100)
  const message = unencoded === 0 ? 'Ready: all papers are encoded.' : `${percent}\u00A0% of the papers are encoded.`
  if (current.problem !== null) return { state: 'slow', message: `${message} ${toSentence(current.problem)}` }
  return { state: 'ok', message }
}

async function checkClock(): Promise<CheckResult> {
  const lead = await measureClockLead()
  const off = Math.abs(lead)
  if (off < 1_000) return { state: 'ok', message: 'Matches the database’s clock.' }
  const message = `${(off / 1_000).toFixed(1)} s ${lead > 0 ? 'ahead of' : 'behind'} the database’s clock.`
  return { state: off > CLOCK_DOWN_MS ? 'down' : off > CLOCK_SLOW_MS ? 'slow' : 'ok', message }
}
