import { SIMILAR_DEFAULT } from '../../contract/limits.ts'
import type { SimilarPapers } from '../../contract/taste.ts'
import { AppError } from '../../platform/errors.ts'
import { dotSparse, explainTerms, sharedTerms, type FeaturedPaper } from '../../ranking/ranker.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findRankingPapers, type RankingFields } from '../../store/papers/rankingPapers.ts'
import type { Product } from '../product.ts'
import { readVectors } from '../embedding/vectors.ts'
import { featurePapers } from './featuredPapers.ts'

/** Terms of the paper that candidates are searched with: the strongest ones are rare, so the search is short. */
const TERMS = 12
/** Papers that are compared in full. */
const CANDIDATES = 100
const SHARED = 4

/**
 * The papers whose words are most like those of the paper, with the terms that both contain: the cosine of their term
 * weights, over the best matches of a search for the paper's strongest terms. When these are fewer than `limit`, the
 * nearest papers by vector follow. Throws "not-found".
 */
export async function findSimilar(
  { index, nearest }: Pick<Product, 'index' | 'nearest'>,
  id: string,
  limit = SIMILAR_DEFAULT,
): Promise<Pick<SimilarPapers, 'items' | 'total'>> {
  const paper = (await findRankingPapers([id])).get(id)
  if (paper === undefined) throw new AppError('not-found', 'This paper is not in the library.')
  const [own] = await featurePapers([paper])
  if (own === undefined) return { items: [], total: 0 }
  const words = [...explainTerms(paper, strongest(own)).values()]
  // Quoted, so that a word of the query language is searched as a word.
  const q = words.map((word) => `"${word.replaceAll('"', ' ')}"`).join(' OR ')
  const { hits } = words.length === 0 ? { hits: [] } : await index.search({ q, limit: CANDIDATES })
  const candidates = await findRankingPapers(hits.map((hit) => hit.id).filter((other) => other !== id))
  const found = (await featurePapers([...candidates.values()]))
    .map((other) => ({ other, cosine: dotSparse(own.features, other.features) }))
    .toSorted((one, two) => two.cosine - one.cosine || (one.other.id < two.other.id ? -1 : 1))
    .slice(0, limit)
  if (found.length < limit) {
    const known = new Set(candidates.keys())
    found.push(...(await findNearest(nearest, paper, { known, limit: limit - found.length })))
  }
  const papers = await findPapers(found.map(({ other }) => other.id))
  const items = found.flatMap(({ other }) => {
    const shown = papers.get(other.id)
    if (shown === undefined) return []
    const terms = explainTerms(shown, sharedTerms(own.features, other.features, 2 * SHARED))
    return [{ paper: shown, terms: withoutParts([...terms.values()]).slice(0, SHARED) }]
  })
  return { items, total: items.length }
}

/** The `limit` papers nearest to the paper by vector, without those of `known`; none without a vector. */
async function findNearest(
  window: Product['nearest'],
  paper: RankingFields,
  { known, limit }: { known: ReadonlySet<string>; limit: number },
) {
  const { model, byId } = await readVectors([paper._id])
  const vector = byId.get(paper._id)
  const rows = model !== null && vector ? await window.readRows(model, vector.length) : null
  if (!rows || !vector) return []
  const nearest = rows
    .findNearest(vector, known.size + limit + 1)
    .filter(({ id }) => id !== paper._id && !known.has(id))
  const papers = await findRankingPapers(nearest.map(({ id }) => id))
  const featured = await featurePapers(nearest.flatMap(({ id }) => papers.get(id) ?? []))
  return featured.slice(0, limit).map((other) => ({ other, cosine: 0 }))
}

function strongest({ features: { ids, values } }: FeaturedPaper): number[] {
  const order = [...ids.keys()].toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  return order.slice(0, TERMS).map((at) => ids[at] ?? 0)
}

/** Leaves out words that are part of a longer term of the list. */
const withoutParts = (terms: readonly string[]): string[] =>
  terms.filter((term) => !terms.some((other) => other !== term && ` ${other} `.includes(` ${term} `)))
