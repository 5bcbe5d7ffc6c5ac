import type {
  Adjustment,
  FeatureKind,
  Taste,
  TasteChanges,
  TasteEntry,
  TastePreview,
  TastePreviewInput,
} from '../../contract/taste.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import {
  adjustTaste,
  authorKey,
  describeTaste,
  featureOf,
  fewOfOnePaper,
  hasContent,
  termWords,
  TRAINED_FROM,
  withoutRepeats,
  type Taste as TasteModel,
  type TasteWeight,
} from '../../ranking/ranker.ts'
import { findRankingPapers, type RankingFields } from '../../store/papers/rankingPapers.ts'
import { changeTaste as storeChanges } from '../../store/readers/tastes.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { entryWords } from '../../text/entries.ts'
import { plainText, toSegments } from '../../text/segments.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { rankForMe } from '../delivery/delivery.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../taste/changes.ts'
import { EXAMPLES_MAX, NO_MODEL, readTastes, type ReaderTaste } from '../taste/fitting.ts'
import { readVocabulary } from '../taste/frequencies.ts'
import { readOrderWorth } from '../taste/orderWorth.ts'
import { formOpinions, readSignals, type Opinion } from '../taste/signals.ts'
import { toCards } from './cards.ts'
import { countHidden } from './hiddenPapers.ts'

/** Rows of each list. */
const ROWS = 40
const PREVIEW_CARDS = 10

/** What the model believes of the reader, which own actions caused it, and what the reader corrected. */
export async function getTaste(user: UserRecord): Promise<Taste> {
  let taste = (await readTastes([user._id])).get(user._id)
  const [signals, muted, order] = await Promise.all([
    readSignals(user._id, taste?.record.reset_at ?? null),
    countHidden(user),
    readOrderWorth(user._id),
  ])
  if (signals.length !== (taste?.record.actions ?? 0)) {
    // An action is stored before its mark, so the newest one may be without.
    await markTasteChanged(user._id)
    taste = (await readTastes([user._id])).get(user._id)
  }
  const { record, model = NO_MODEL } = taste ?? {}
  const entries = await describeEntries(taste, formOpinions(signals).slice(0, EXAMPLES_MAX))
  const { state, positives } = model.taste
  const more = entries.filter(({ weight }) => weight > 0).slice(0, ROWS)
  const less = entries.filter((entry) => entry.weight < 0 && isDisliked(entry)).slice(0, ROWS)
  const listed = new Set([...more, ...less])
  return {
    state,
    actions: signals.length,
    since: signals.at(-1)?.at.toISOString() ?? null,
    needed: state === 'trained' ? 0 : state === 'prior' ? 1 : TRAINED_FROM - positives,
    trained_at: record?.trained_at?.toISOString() ?? null,
    reset_at: record?.reset_at?.toISOString() ?? null,
    more,
    less,
    changed: entries
      .filter((entry) => isCorrected(entry) && !listed.has(entry))
      .map((entry) => ({ ...entry, weight: 0 })),
    adjustments: record?.adjustments ?? [],
    muted,
    order,
  }
}

/**
 * Replaces the reader's corrections, or takes a reset back. They hold from the next list on. Throws "invalid-input" for a
 * correction that names nothing.
 */
export async function changeTaste(user: UserRecord, changes: TasteChanges): Promise<Taste> {
  checkAdjustments(changes.adjustments ?? [])
  if (Object.keys(changes).length > 0) await storeChanges(user._id, changes, now())
  return getTaste(user)
}

const isCorrected = ({ adjustment }: TasteEntry): boolean => adjustment !== undefined

/**
 * A weight may also be negative because the random papers that the model compares with have the feature more often. The
 * reader said so with a correction, or with more dislikes than other actions.
 */
function isDisliked(entry: TasteEntry): boolean {
  const count = (isNo: boolean) =>
    entry.actions.reduce((sum, one) => sum + ((one.kind === 'dislike') === isNo ? one.count : 0), 0)
  return isCorrected(entry) || count(true) > count(false)
}

/** Forgets all actions up to now; the actions themselves and the corrections stay. Undone by `reset_at: null`. */
export async function resetTaste(user: UserRecord): Promise<Taste> {
  await storeChanges(user._id, { reset_at: now() }, now())
  return getTaste(user)
}

function checkAdjustments(adjustments: readonly Adjustment[]): void {
  const empty = adjustments.find(({ key }) => entryWords(key) === '')
  if (empty === undefined) return
  const sentence = `“${empty.key}” has no letter or digit, so it names no ${empty.kind}. Leave it out.`
  throw invalidField('adjustments', sentence)
}

/**
 * The first cards of the newest day as they would stand with these corrections and mutes, which the caller has checked.
 * Stores nothing. Throws "invalid-input" for a correction that names nothing.
 */
export async function previewTaste(
  product: Product,
  user: UserRecord,
  { adjustments, ...mutes }: TastePreviewInput,
): Promise<TastePreview> {
  checkAdjustments(adjustments)
  const wanted = { ...user, interests: { ...user.interests, ...mutes } }
  const { day, papers, cards } = await rankForMe(product, wanted, { limit: PREVIEW_CARDS, adjustments })
  const items = day === null ? [] : await toCards(user, { papers, cards, day })
  return { day, items, total: items.length }
}

async function describeEntries(taste: ReaderTaste | undefined, opinions: readonly Opinion[]): Promise<TasteEntry[]> {
  if (taste === undefined) return []
  const { record, model } = taste
  const papers = await findRankingPapers(opinions.filter(({ isTopic }) => !isTopic).map(({ key }) => key))
  const opinionOf = new Map(opinions.map((opinion) => [opinion.key, opinion]))
  const texts = opinions.flatMap(({ key, isTopic }) => {
    const paper = papers.get(key)
    return isTopic ? [describeTopic(key)] : paper ? [describePaper(paper)] : []
  })
  const adjustments = record.adjustments ?? []
  const adjusted = adjustTaste(model.taste, adjustments)
  const describe = ({ features, profile }: Pick<TasteModel, 'features' | 'profile'>) => [
    ...scale(describeTaste({ ...model.taste, features }, texts)),
    ...scale(describeClosePapers(profile, { papers, opinionOf })),
  ]
  const changed = new Map(adjustments.map((one) => [nameFeature(one), one]))
  const weights = describe(adjusted)
  weights.push(...describeForgotten(adjustments, { listed: weights, known: () => describe(model.taste) }))
  const entries = weights.map((one): TasteEntry => {
    const { kind, text, weight, paper_ids } = one
    const change = changed.get(nameFeature(one))
    return {
      kind,
      // The spelling of the term may have changed since: newer papers may write it in another way.
      key: change?.key ?? one.key,
      text,
      weight,
      actions: countActions(paper_ids.flatMap((id) => opinionOf.get(id) ?? [])),
      paper_ids: paper_ids.filter((id) => papers.has(id)),
      ...(change && { adjustment: change.action }),
    }
  })
  const { frequencies } = await readVocabulary()
  const isShown = (entry: TasteEntry) =>
    entry.kind !== 'term' || isCorrected(entry) || hasContent(frequencies, termWords(entry.text))
  return fewOfOnePaper(withoutRepeats(entries.filter(isShown), isCorrected), isCorrected)
}

/** The corrected features that have no weight any more: forgotten, or of papers that are not learned from. */
function describeForgotten(
  adjustments: readonly Adjustment[],
  { listed, known }: { listed: readonly TasteWeight[]; known: () => TasteWeight[] },
): TasteWeight[] {
  const names = new Set(listed.map(nameFeature))
  const missing = adjustments.filter((one) => !names.has(nameFeature(one)))
  if (missing.length === 0) return []
  const rows = new Map(known().map((row) => [nameFeature(row), row]))
  return missing.map((one) => {
    const { kind, key } = one
    return { kind, key, text: key, paper_ids: [], ...rows.get(nameFeature(one)), weight: 0 }
  })
}

/** The same for all spellings of a term, an author or a category. */
const nameFeature = ({ kind, key }: Pick<TasteEntry, 'kind' | 'key'>): string =>
  `${kind} ${kind === 'paper' ? key : featureOf(kind, key)}`

/** The papers that cards can be close to, each weighed by the reader's own action and corrected. */
function describeClosePapers(
  { ids, weights }: TasteModel['profile'],
  { papers, opinionOf }: { papers: ReadonlyMap<string, RankingFields>; opinionOf: ReadonlyMap<string, Opinion> },
): TasteWeight[] {
  return ids
    .flatMap((id, at) => {
      const [paper, opinion] = [papers.get(id), opinionOf.get(id)]
      const kind: FeatureKind = 'paper'
      return paper && opinion && weights[at] !== 0
        ? [
            {
              kind,
              key: id,
              text: plainText(toSegments(paper.title)),
              weight: opinion.weight * weights[at]!,
              paper_ids: [id],
            },
          ]
        : []
    })
    .toSorted((one, other) => other.weight - one.weight)
}

/** Weights as shares of the largest one. */
function scale(weights: readonly TasteWeight[]): TasteWeight[] {
  const largest = Math.max(...weights.map(({ weight }) => Math.abs(weight)))
  return weights.map((one) => ({ ...one, weight: one.weight / largest }))
}

function countActions(opinions: readonly Opinion[]): TasteEntry['actions'] {
  const kinds = Map.groupBy(
    opinions.flatMap(({ signals }) => signals),
    ({ kind }) => kind,
  )
  return [...kinds].map(([kind, signals]) => ({ kind, count: signals.length }))
}

const describePaper = ({ _id: id, title, abstract, categories, authors }: RankingFields) => ({
  id,
  title,
  abstract,
  categories: categories.map(canonicalId),
  authors: authors.map(({ name }) => authorKey(name)),
  names: authors.map(({ name }) => name),
})

const describeTopic = (title: string) => ({
  id: title,
  title,
  abstract: '',
  categories: [],
  authors: [],
  names: [],
})
