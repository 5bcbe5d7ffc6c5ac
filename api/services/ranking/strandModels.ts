import {
  emptyTaste,
  fitTaste,
  meanSimilarity,
  ONE_GROUP,
  shareOut,
  type Background,
  type Example,
  type FeaturedPaper,
  type StrandOfDay,
  type Taste,
} from '../../ranking/ranker.ts'
import type { KeptStrand, KeptStrands } from '../../store/readers/tastes.ts'

/** The model of one strand. */
export interface StrandModel {
  /** Empty for what is in no strand. */
  id: string
  /** The liked papers and topics that belong to it, the newest action first. */
  ids: string[]
  /** Of these alone; empty for a strand that is paused. */
  taste: Taste
}

/** Papers of a strand that a new one is compared with. */
const COMPARED = 60

/**
 * A model for each strand that is kept apart, and one for what is in none; no models without strands. `taught` are the
 * examples for the reader's model: without those of strands that are paused or wanted less.
 */
export function fitStrands(
  examples: readonly Example[],
  strands: KeptStrands,
  background: Background,
): { models: StrandModel[]; taught: readonly Example[] } {
  const { kept } = strands
  if (kept.length === 0) return { models: [], taught: examples }
  const liked = examples.filter(({ weight }) => weight > 0)
  const disliked = examples.filter(({ weight }) => weight < 0)
  const strandOf = assign(liked, strands)
  const models = [...kept, null].map((strand): StrandModel => {
    const own = liked.filter(({ paper }) => strandOf.get(paper.id) === (strand?.id ?? ''))
    const ids = own.map(({ paper }) => paper.id)
    return {
      id: strand?.id ?? '',
      ids,
      taste: strand?.paused ? emptyTaste() : fitTaste([...own, ...disliked], background),
    }
  })
  const quiet = new Set(kept.filter((one) => one.paused || one.share === 0).map(({ id }) => id))
  return { models, taught: examples.filter(({ paper }) => !quiet.has(strandOf.get(paper.id) ?? '')) }
}

/** The strand of each liked paper: the one that the reader put it in, else the one that it is most like; '' for none. */
function assign(liked: readonly Example[], { kept, outside }: KeptStrands): Map<string, string> {
  const papers = new Map(liked.map(({ paper }) => [paper.id, paper]))
  const strandOf = new Map(kept.flatMap(({ id, paper_ids }) => paper_ids.map((paper) => [paper, id] as const)))
  for (const id of outside) strandOf.set(id, '')
  const groups = kept.map(({ id, paper_ids }) => ({
    id,
    papers: paper_ids.flatMap((one) => papers.get(one) ?? []).slice(0, COMPARED),
  }))
  for (const { paper } of liked) if (!strandOf.has(paper.id)) strandOf.set(paper.id, mostLike(paper, groups))
  return strandOf
}

function mostLike(paper: FeaturedPaper, groups: readonly { id: string; papers: readonly FeaturedPaper[] }[]): string {
  let best = { id: '', similarity: ONE_GROUP }
  for (const { id, papers } of groups) {
    if (papers.length === 0) continue
    const similarity = meanSimilarity(paper, papers)
    if (similarity > best.similarity) best = { id, similarity }
  }
  return best.id
}

/** The share of each of these models in the places of a list, by its id; 0 for those that are drawn by none. */
export function findShares(models: readonly StrandModel[], kept: readonly KeptStrand[]): Map<string, number> {
  const chosen = new Map(kept.map((one) => [one.id, one]))
  const drawn = models.filter(({ id, taste }) => taste.state !== 'prior' && chosen.get(id)?.share !== 0)
  const shares = shareOut(drawn.map(({ id, ids }) => ({ papers: ids.length, chosen: chosen.get(id)?.share ?? null })))
  return new Map(drawn.map(({ id }, at) => [id, shares[at]!]))
}

/** The strands as the ranking of a day takes them: those that have a model. */
export function toStrandsOfDay(models: readonly StrandModel[], kept: readonly KeptStrand[]): StrandOfDay[] {
  const shares = findShares(models, kept)
  const names = new Map(kept.map(({ id, name }) => [id, name]))
  return models
    .filter(({ taste }) => taste.state !== 'prior')
    .map(({ id, taste }) => ({ id, name: names.get(id) ?? '', taste, share: shares.get(id) ?? 0 }))
}
