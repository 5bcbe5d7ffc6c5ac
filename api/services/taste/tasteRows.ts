import type { Adjustment, FeatureKind, TasteEntry } from '../../contract/taste.ts'
import {
  adjustTaste,
  authorKey,
  describeTaste,
  featureOf,
  fewOfOnePaper,
  hasContent,
  termWords,
  withoutRepeats,
  type Taste as TasteModel,
  type TasteWeight,
} from '../../ranking/ranker.ts'
import { findRankingPapers, type RankingFields } from '../../store/papers/rankingPapers.ts'
import { plainText, toSegments } from '../../text/segments.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import type { ReaderTaste } from '../ranking/fitting.ts'
import { readVocabulary } from '../ranking/vocabulary.ts'
import type { Opinion } from '../ranking/tasteSignals.ts'

export const isCorrected = ({ adjustment }: TasteEntry): boolean => adjustment !== undefined

/** The rows of the model's weights and of the papers that cards can be close to, the largest weight of each first. */
export async function describeEntries(
  taste: ReaderTaste | undefined,
  opinions: readonly Opinion[],
): Promise<TasteEntry[]> {
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
    entry.kind !== 'term' || isCorrected(entry) || hasContent(frequencies, termWords(entry.key))
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

/** The papers that the reader marked as not wanted, the newest first: shown at once, before the model has learned of them. */
export async function describeDisliked(opinions: readonly Opinion[]): Promise<TasteEntry[]> {
  const disliked = opinions.filter(({ isTopic, weight }) => !isTopic && weight < 0)
  const papers = await findRankingPapers(disliked.map(({ key }) => key))
  const largest = Math.max(...disliked.map(({ weight }) => -weight))
  return disliked.flatMap((opinion): TasteEntry[] => {
    const { key, weight } = opinion
    const paper = papers.get(key)
    if (paper === undefined) return []
    const text = plainText(toSegments(paper.title))
    return [{ kind: 'paper', key, text, weight: weight / largest, actions: countActions([opinion]), paper_ids: [key] }]
  })
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

export const describePaper = ({ _id: id, title, abstract, categories, authors }: RankingFields) => ({
  id,
  title,
  abstract,
  categories: categories.map(canonicalId),
  authors: authors.map(({ name }) => authorKey(name)),
  names: authors.map(({ name }) => name),
})

export const describeTopic = (title: string) => ({
  id: title,
  title,
  abstract: '',
  categories: [],
  authors: [],
  names: [],
  isTopic: true,
})
