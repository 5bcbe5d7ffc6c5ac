import { SIMILAR_DEFAULT } from '../../contract/limits.ts'
import type { SimilarPapers } from '../../contract/taste.ts'
import { AppError } from '../../platform/errors.ts'
import {
  countTerms,
  dotSparse,
  explainTerms,
  nameTerms,
  sharedTerms,
  type FeaturedPaper,
  type PaperText,
} from '../../ranking/ranker.ts'
import type { SearchResult } from '../../search/searchIndex.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { COSINE_MIN, readMeaning } from '../nearness/textMeaning.ts'
import { readVectors } from '../nearness/vectors.ts'
import type { Product } from '../product.ts'
import { featureOne, featurePapers } from './featuredPapers.ts'
import { readVocabulary } from './vocabulary.ts'

/** Terms of the text that candidates are searched with: the strongest ones are rare, so the search is short. */
const TERMS = 12
/** Papers that are compared in full. */
const CANDIDATES = 100
const SHARED = 4
/** Characters of a text that are encoded: no abstract of arXiv is longer, and models read no more. */
const ENCODED_MAX = 2_000

const note = {
  nothing: 'The library has too few papers with the words of this text to find similar ones.',
  building: 'The search index is being built: not every paper is found yet.',
  partial: 'The search took too long: similar papers may be missing.',
  late: 'Compared by words so far: papers near in meaning were not ready in time. Search again to include them.',
}

export type Similar = Pick<SimilarPapers, 'items' | 'note'>

/**
 * The papers whose words are most like those of the paper, with the terms that both contain: the cosine of their term
 * weights, over the best matches of a search for the paper's strongest terms. When these are fewer than `limit`, the
 * nearest papers by vector follow. Throws "not-found", and "unavailable" when the index does not answer.
 */
export async function findSimilar(
  { index, nearest }: Pick<Product, 'index' | 'nearest'>,
  id: string,
  limit = SIMILAR_DEFAULT,
): Promise<Similar> {
  const paper = (await findRankingPapers([id])).get(id)
  if (paper === undefined) throw new AppError('not-found', 'This paper is not in the library.')
  const [own] = await featurePapers([paper])
  if (own === undefined) return { items: [] }
  const findNearest = (count: number) => findNearestToPaper(nearest, id, count)
  return findClosest(index, { ...own, text: paper }, { limit, findNearest })
}

/**
 * As `findSimilar`, for a text that is not in the library. Of the nearest papers by vector only those near in meaning
 * follow, and only when the text is encoded in time. When no paper is similar, `note` says so. Throws "unavailable" when
 * the index does not answer, and when `signal` aborts before it is asked.
 */
export async function findSimilarToText(
  product: Pick<Product, 'index' | 'nearest' | 'embedding'>,
  text: string,
  { limit = SIMILAR_DEFAULT, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<Similar> {
  const read = { title: '', abstract: text }
  const own = featureOne({ _id: '', categories: [], authors: [] }, countTerms(read), await readVocabulary())
  // Words that the library does not know, of another language perhaps, are not known to the model either.
  if (own.features.ids.length === 0) return { items: [], note: note.nothing }
  let isLate = false
  const findNearest = async (count: number) => {
    const meaning = await readMeaning(product, { text: text.slice(0, ENCODED_MAX), kind: 'draft' })
    isLate = meaning === 'late'
    if (meaning === 'late' || meaning === null) return []
    const near = meaning.findNearest(count).filter(({ cosine }) => cosine >= COSINE_MIN)
    return near.map(({ id }) => id)
  }
  const found = await findClosest(product.index, { ...own, text: read }, { limit, findNearest, signal })
  if (isLate) return { note: note.late, ...found }
  return found.items.length === 0 ? { note: note.nothing, ...found } : found
}

interface Options {
  limit: number
  /** Returns the ids of the `count` nearest papers by vector, nearest first. */
  findNearest: (count: number) => Promise<string[]>
  signal?: AbortSignal | undefined
}

async function findClosest(
  index: Product['index'],
  own: FeaturedPaper & { text: PaperText },
  { limit, findNearest, signal }: Options,
): Promise<Similar> {
  const words = [...explainTerms(own.text, strongest(own)).values()]
  // Quoted, so that a word of the query language is searched as a word.
  const q = words.map((word) => `"${word.replaceAll('"', ' ')}"`).join(' OR ')
  const result = words.length === 0 ? null : await index.search({ q, limit: CANDIDATES, as_typed: true }, signal)
  const isOther = (id: string) => id !== own.id
  const candidates = await readFeatured(result?.hits.map(({ id }) => id).filter(isOther) ?? [])
  const closest = candidates
    .map((other) => ({ other, cosine: dotSparse(own.features, other.features) }))
    .filter(({ cosine }) => cosine > 0)
    .toSorted((one, two) => two.cosine - one.cosine || (one.other.id < two.other.id ? -1 : 1))
    .slice(0, limit)
    .map(({ other }) => other)
  if (closest.length < limit) {
    const known = new Set(closest.map(({ id }) => id))
    const near = (await findNearest(limit + 1)).filter((id) => isOther(id) && !known.has(id))
    closest.push(...(await readFeatured(near.slice(0, limit - closest.length))))
  }
  const papers = await findPapers(closest.map(({ id }) => id))
  const items = closest.flatMap((other) => {
    const paper = papers.get(other.id)
    if (paper === undefined) return []
    const names = nameTerms(paper, sharedTerms(own.features, other.features, 4 * SHARED))
    const terms = [...names.values()].map(({ label }) => label)
    return [{ paper, terms: withoutParts([...new Set(terms)]).slice(0, SHARED) }]
  })
  return { items, ...describe(result) }
}

/** Says why papers may be missing. */
function describe(result: SearchResult | null): Pick<Similar, 'note'> {
  if (result?.indexed_through === null) return { note: note.building }
  return result?.partial ? { note: note.partial } : {}
}

/** The papers with these ids as the ranker knows them, in their order. */
async function readFeatured(ids: readonly string[]): Promise<FeaturedPaper[]> {
  const papers = await findRankingPapers(ids)
  return featurePapers(ids.flatMap((id) => papers.get(id) ?? []))
}

/** The `count` papers nearest to the paper by vector, itself among them; none without a vector. */
async function findNearestToPaper(window: Product['nearest'], id: string, count: number): Promise<string[]> {
  const { model, byId } = await readVectors([id])
  const vector = byId.get(id)
  const rows = model !== null && vector ? await window.readRows(model, vector.length) : null
  return rows && vector ? rows.findNearest(vector, count).map((near) => near.id) : []
}

function strongest({ features: { ids, values } }: FeaturedPaper): number[] {
  const order = [...ids.keys()].toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  return order.slice(0, TERMS).map((at) => ids[at] ?? 0)
}

/** Leaves out words that are part of a longer term of the list. */
const withoutParts = (terms: readonly string[]): string[] =>
  terms.filter((term) => !terms.some((other) => other !== term && ` ${other} `.includes(` ${term} `)))
