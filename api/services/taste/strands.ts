import type { Strand, StrandChange, StrandMember, Strands, StrandsInput } from '../../contract/strands.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { clusterPapers, isTopicId } from '../../ranking/ranker.ts'
import { STRANDS_MAX } from '../../contract/limits.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { changeStrands, findTaste, NO_STRANDS, type KeptStrand, type KeptStrands } from '../../store/readers/tastes.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { plainText, toSegments } from '../../text/segments.ts'
import { readTastes } from '../ranking/fitting.ts'
import { findShares } from '../ranking/strandModels.ts'
import { nameStrand, proposeStrands, readLiked, strandIdOf, type Proposal } from './strandProposals.ts'

/** Papers of a strand that are named. */
const NAMED = 30

/**
 * The interests that the reader keeps apart, with what belongs to each, and those that are proposed: groups of at least two
 * similar papers among what is in none. Proposals have no effect on any list.
 */
export async function listStrands(user: UserRecord): Promise<Strands> {
  const [{ record, model } = { record: null, model: null }, liked] = [
    (await readTastes([user._id])).get(user._id),
    await readLiked(user._id),
  ]
  const kept = record?.strands.kept ?? []
  const models = model?.strands ?? []
  const shares = findShares(models, kept)
  const idsOf = new Map(models.map(({ id, ids }) => [id, ids]))
  const known = new Set(liked.map(({ id }) => id))
  const inStrand = new Set(kept.flatMap(({ id }) => idsOf.get(id) ?? []))
  const outside = liked.filter(({ id }) => !inStrand.has(id))
  const proposals = await proposeStrands(outside, { isFirst: kept.length === 0, room: STRANDS_MAX - kept.length })
  const rest = outside.map(({ id }) => id)
  const membersOf = await nameMembers([...kept.flatMap(({ id }) => idsOf.get(id) ?? []), ...rest])
  const describe = (strand: Pick<Strand, 'id' | 'name' | 'paused' | 'from'>, ids: readonly string[]): Strand => {
    const paper_ids = ids.filter((id) => known.has(id))
    const chosen = kept.find(({ id }) => id === strand.id)?.share ?? null
    return {
      ...strand,
      share: shares.get(strand.id) ?? 0,
      share_set: chosen !== null,
      papers: paper_ids.length,
      paper_ids,
      items: membersOf(paper_ids.slice(0, NAMED)),
    }
  }
  const items = [
    ...kept.map(({ id, name, paused }) => describe({ id, name, paused, from: 'named' }, idsOf.get(id) ?? [])),
    ...proposals.map(({ id, name, ids }) => describe({ id, name, paused: false, from: 'proposed' }, ids)),
  ]
  return { items, total: items.length, rest: { papers: rest.length, items: membersOf(rest.slice(0, NAMED)) } }
}

/** Replaces all strands that are kept apart. Throws "invalid-input" for an id, a name or a paper that is there twice. */
export async function replaceStrands(user: UserRecord, { items }: StrandsInput): Promise<Strands> {
  await change(user, () => items.map((item) => ({ ...item, name: item.name.trim() })))
  return listStrands(user)
}

/** Changes one strand; a proposed one is kept apart from now on. Throws "not-found" and "invalid-input". */
export async function changeStrand(
  user: UserRecord,
  id: string,
  { add = [], remove = [], ...changes }: StrandChange,
): Promise<Strands> {
  const proposal = await findProposal(user, id)
  await change(
    user,
    (kept) => {
      const all = kept.some((one) => one.id === id) || !proposal ? kept : [...kept, keep(proposal)]
      const before = all.find((one) => one.id === id)
      if (before === undefined) throw unknownStrand()
      const paper_ids = [...add, ...before.paper_ids.filter((one) => !add.includes(one))]
      const after = { ...before, ...changes, ...(changes.name && { name: changes.name.trim() }), paper_ids }
      return withoutPapers(
        all.map((one) => (one.id === id ? after : withoutPapers([one], add)[0]!)),
        remove,
      )
    },
    remove,
  )
  return listStrands(user)
}

/** Its papers are no longer kept apart. They stay where they are, and teach as before. Throws "not-found". */
export async function removeStrand(user: UserRecord, id: string): Promise<Strands> {
  await change(user, (kept) => {
    if (!kept.some((one) => one.id === id)) throw unknownStrand()
    return kept.filter((one) => one.id !== id)
  })
  return listStrands(user)
}

/** The papers of `other` go over to the strand `id`. Throws "not-found". */
export async function mergeStrands(user: UserRecord, id: string, other: string): Promise<Strands> {
  if (id === other) throw invalidField('strand_id', 'This is the same interest. Name the one that joins it.')
  const [first, second] = [await findProposal(user, id), await findProposal(user, other)]
  await change(user, (kept) => {
    const one = kept.find((strand) => strand.id === id) ?? (first && keep(first))
    const joined = kept.find((strand) => strand.id === other) ?? (second && keep(second))
    if (!one || !joined) throw unknownStrand()
    const merged = { ...one, paper_ids: [...new Set([...one.paper_ids, ...joined.paper_ids])] }
    const others = kept.filter((strand) => strand.id !== other)
    return others.some((strand) => strand.id === id)
      ? others.map((strand) => (strand.id === id ? merged : strand))
      : [...others, merged]
  })
  return listStrands(user)
}

/** Parts a strand into the two groups that differ most. Throws "not-found"; "conflict" if it has fewer than two papers. */
export async function splitStrand(user: UserRecord, id: string): Promise<Strands> {
  const model = (await readTastes([user._id])).get(user._id)?.model.strands.find((one) => one.id === id)
  if (model === undefined) throw unknownStrand()
  const own = new Set(model.ids)
  const members = (await readLiked(user._id)).filter((one) => own.has(one.id))
  if (members.length < 2)
    throw new AppError('conflict', 'This interest has fewer than two papers, so it cannot be split.')
  const [larger = [], smaller = []] = clusterPapers(members, { groups: 2, least: -Infinity })
  const name = await nameStrand(smaller)
  await change(user, (kept) => {
    const before = kept.find((one) => one.id === id)
    if (before === undefined) throw unknownStrand()
    const paper_ids = smaller.map((paper) => paper.id)
    const part: KeptStrand = { id: strandIdOf(paper_ids), name, share: null, paused: before.paused, paper_ids }
    const rest = { ...before, paper_ids: larger.map((paper) => paper.id) }
    return kept.flatMap((one) => (one.id === id ? [rest, part] : one))
  })
  return listStrands(user)
}

const keep = ({ id, name, ids }: Proposal): KeptStrand => ({
  id,
  name,
  share: null,
  paused: false,
  paper_ids: [...ids],
})

async function findProposal(user: UserRecord, id: string): Promise<Proposal | undefined> {
  const { items } = await listStrands(user)
  const found = items.find((one) => one.id === id && one.from === 'proposed')
  return found && { id, name: found.name, ids: found.paper_ids }
}

const unknownStrand = () =>
  new AppError('not-found', 'You have no such interest. It may have changed since: read the list again.')

const withoutPapers = (kept: readonly KeptStrand[], ids: readonly string[]): KeptStrand[] =>
  kept.map((one) => ({ ...one, paper_ids: one.paper_ids.filter((id) => !ids.includes(id)) }))

/** Stores what `decide` makes of the strands. Asked again if another window has changed them meanwhile. */
async function change(
  { _id }: UserRecord,
  decide: (kept: readonly KeptStrand[]) => KeptStrand[],
  removed: readonly string[] = [],
): Promise<void> {
  for (;;) {
    const before: KeptStrands = (await findTaste(_id))?.strands ?? NO_STRANDS
    const kept = decide(before.kept)
    checkStrands(kept)
    const inside = new Set(kept.flatMap(({ paper_ids }) => paper_ids))
    const outside = [...new Set([...before.outside, ...removed])].filter((id) => !inside.has(id))
    if (await changeStrands(_id, { ...before, kept, outside: kept.length > 0 ? outside : [] }, now())) return
  }
}

const twice = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at)

function checkStrands(kept: readonly KeptStrand[]): void {
  if (kept.length > STRANDS_MAX)
    throw invalidField('items', `At most ${STRANDS_MAX} interests can be kept apart. Merge two, or take one away.`)
  if (twice(kept.map(({ id }) => id))) throw invalidField('items', 'Two of these interests have the same id.')
  const name = twice(kept.map((one) => one.name.toLowerCase()))
  if (name !== undefined) throw invalidField('name', `You have an interest “${name}” already. Choose another name.`)
  const paper = twice(kept.flatMap(({ paper_ids }) => [...new Set(paper_ids)]))
  if (paper !== undefined)
    throw invalidField('items', `The paper ${paper} is in two of these interests. Leave it in one.`)
}

/** The titles of papers, formulas as plain text, and the words of topics. Papers that are gone are left out. */
async function nameMembers(ids: readonly string[]): Promise<(ids: readonly string[]) => StrandMember[]> {
  const papers = await findRankingPapers(ids.filter((id) => !isTopicId(id)))
  const textOf = (id: string) => {
    const paper = papers.get(id)
    return paper ? plainText(toSegments(paper.title)) : isTopicId(id) ? id.slice(id.indexOf(':') + 1) : null
  }
  return (some) =>
    some.flatMap((id) => {
      const text = textOf(id)
      return text === null ? [] : [{ id, text }]
    })
}
