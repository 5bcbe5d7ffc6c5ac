import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import { tasteFits, tasteFitSeconds } from '../../platform/metrics.ts'
import {
  countPhrase,
  emptyTaste,
  fitTaste,
  isTopicId,
  topicId,
  type Example,
  type Taste,
} from '../../ranking/ranker.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { claimWaiting, findTaste, findTastes, saveFitted, type TasteRecord } from '../../store/readers/tastes.ts'
import { readBackground } from './backgroundPapers.ts'
import { featureOne, featurePapers } from './featuredPapers.ts'
import { readVocabulary, spaceOf, type Vocabulary } from './vocabulary.ts'
import { packValue, unpackValue } from './packing.ts'
import { recountOutcomes } from './orderOutcomes.ts'
import { fitStrands, type StrandModel } from './strandModels.ts'
import { formOpinions, readSignals, type Opinion } from './tasteSignals.ts'

const POLL_MS = 500
/** A model is fitted when its reader has done nothing for this long. */
const QUIET_MS = 1_000
const LEASE_MS = 30_000
/** A model is fitted again after this time, since old actions fade. */
const AGE_MAX_MS = 7 * DAY_MS
/** The model learns from at most this many papers, those with the newest actions. */
export const EXAMPLES_MAX = 2_000

/** A reader's model with what its reasons need. */
export interface FittedModel {
  taste: Taste
  /** Titles of the papers that a card can be close to, by id. */
  titles: Readonly<Record<string, string>>
  /** Topics that the reader typed, as typed: cards with their words say so. */
  topics: readonly string[]
  /** Of the interests that the reader keeps apart. */
  strands: readonly StrandModel[]
}

/** What is known of a reader's taste, up to date. */
export interface ReaderTaste {
  record: TasteRecord
  model: FittedModel
}

/** The model of a reader who has done nothing yet. */
export const NO_MODEL: FittedModel = { taste: emptyTaste(), titles: {}, topics: [], strands: [] }

/** The tastes of readers who have one; those that are out of date are fitted first. */
export async function readTastes(userIds: readonly string[]): Promise<Map<string, ReaderTaste>> {
  const tastes = new Map<string, ReaderTaste>()
  const records = await findTastes(userIds)
  if (records.size === 0) return tastes
  // Once for all readers: it asks the database for the version in force.
  const vocabulary = await readVocabulary()
  for (const [userId, record] of records) {
    const model = isOutOfDate(record, vocabulary) ? null : unpackModel(record)
    tastes.set(userId, model === null ? await fitReader(record) : { record, model })
  }
  return tastes
}

/** Null for a model that an older release stored without all parts of a taste. */
function unpackModel({ model }: TasteRecord): FittedModel | null {
  if (model === null) return NO_MODEL
  const unpacked = unpackValue<FittedModel>(new Uint8Array(model).buffer)
  const isWhole = Object.keys(NO_MODEL).every((part) => part in unpacked)
  return isWhole && Object.keys(NO_MODEL.taste).every((part) => part in unpacked.taste) ? unpacked : null
}

function isOutOfDate(
  { waiting, trained_at, frequencies_version, vector_space }: TasteRecord,
  vocabulary: Vocabulary,
): boolean {
  if (waiting || trained_at === null) return true
  const isOld = now().getTime() - trained_at.getTime() > AGE_MAX_MS
  return isOld || frequencies_version !== vocabulary.frequencies.version || vector_space !== spaceOf(vocabulary)
}

/** Fits the reader's model from all their actions, and stores it. */
async function fitReader(before: TasteRecord): Promise<ReaderTaste> {
  const started = performance.now()
  const signals = await readSignals(before._id, before.reset_at)
  const opinions = formOpinions(signals).slice(0, EXAMPLES_MAX)
  const vocabulary = await readVocabulary()
  const { examples, titles } = await toExamples(opinions)
  const background = await readBackground()
  const { models: strands, taught } = fitStrands(examples, before.strands, background)
  const taste = fitTaste(taught, background)
  const model: FittedModel = {
    taste,
    titles: Object.fromEntries(
      taste.profile.ids.filter((id) => !isTopicId(id)).map((id) => [id, titles.get(id) ?? id]),
    ),
    topics: opinions.filter(({ isTopic }) => isTopic).map(({ key }) => key),
    strands,
  }
  const fitted = {
    model: Buffer.from(packValue(model)),
    state: taste.state,
    actions: signals.length,
    positives: taste.positives,
    since: signals.at(-1)?.at ?? null,
    trained_at: now(),
    frequencies_version: vocabulary.frequencies.version,
    vector_space: spaceOf(vocabulary),
  }
  await saveFitted(before._id, fitted, before.changes)
  tasteFits.inc({ state: taste.state })
  tasteFitSeconds.observe((performance.now() - started) / 1000)
  return { record: { ...before, ...fitted, waiting: false }, model }
}

/** The papers and topics with the reader's opinion of them. Papers that the library does not have are left out. */
export async function toExamples(opinions: readonly Opinion[]) {
  const stored = await findRankingPapers(opinions.filter(({ isTopic }) => !isTopic).map(({ key }) => key))
  const featured = await featurePapers([...stored.values()])
  const byId = new Map(featured.map((paper) => [paper.id, paper]))
  const vocabulary = await readVocabulary()
  const examples = opinions.flatMap(({ key, isTopic, weight }): Example[] => {
    const topic = () => featureOne({ _id: topicId(key), authors: [], categories: [] }, countPhrase(key), vocabulary)
    const paper = isTopic ? topic() : byId.get(key)
    // The library does not have the words of the topic: there is nothing to learn from.
    if (paper === undefined || paper.features.ids.length === 0) return []
    return [{ paper, weight }]
  })
  const titles = new Map([...stored.values()].map(({ _id, title }) => [_id, title]))
  return { examples, titles }
}

/**
 * Fits the models of readers within two seconds after their actions, until `signal` aborts. Any number of processes may
 * do so: each model is claimed. A failed fit is repeated when its claim has ended. Never throws.
 */
export async function followTastes(signal: AbortSignal): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      const userId = await claimWaiting(new Date(now().getTime() - QUIET_MS), LEASE_MS)
      if (userId === null) await sleep(POLL_MS, undefined, { signal })
      else {
        const record = await findTaste(userId)
        if (record !== null) await fitReader(record)
        await recountOutcomes(userId)
        // Other work of this process gets its turn between two readers.
        await nextTurn()
      }
      failing = false
    } catch (error) {
      if (signal.aborted) return
      // Logged once: an outage of the database fails every attempt.
      if (!failing) log.warn({ error }, 'a model could not be fitted; it is tried again')
      failing = true
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
