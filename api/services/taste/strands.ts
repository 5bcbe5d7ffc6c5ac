import type { Strand, StrandChange, StrandMember, Strands, StrandsInput } from '../../contract/strands.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { clusterPapers, isTopicId, topicOf } from '../../ranking/ranker.ts'
import { STRANDS_MAX } from '../../contract/limits.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { changeStrands, findTaste, NO_STRANDS, type KeptStrand, type KeptStrands } from '../../store/readers/tastes.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { plainText, toSegments } from '../../text/segments.ts'
import { readTastes } from '../ranking/fitting.ts'
import { findShares } from '../ranking/strandModels.ts'
import { proposeStrands, readLiked, toStrand, type Proposal } from './strandProposals.ts'

/** Papers of a strand that are named. */
const NAMED = 30

/**
 * The interests that the reader keeps apart, with what belongs to each, and those that are proposed: groups of at least two
 * similar papers among what is in none, smaller ones with `finer`. Proposals have no effect on any list.
 */
export async function listStrands(user: UserRecord, { finer = false } = {}): Promise<Strands> {
  const { kept, idsOf, shares } = await readKept(user)
  const { outside, proposals } = await propose(user, { kept, idsOf }, finer)
  const rest = outside.map(({ id }) => id)
  const membersOf = await nameMembers([...kept.flatMap(({ id }) => idsOf.get(id) ?? []), ...rest])
  const items = [
    ...kept.map((strand) => describeKept(strand, { idsOf, shares, membersOf })),
    ...proposals.map(({ id, name, ids }): Strand => ({
      id,
      name,
      share: 0,
      share_set: false,
      paused: false,
      from: 'proposed',
      ...listMembers(ids, membersOf),
    })),
  ]
  return { items, total: items.length, rest: { papers: rest.length, items: membersOf(rest.slice(0, NAMED)) } }
}

/** Those that are kept apart, without the search for others. */
export async function listKeptStrands(user: UserRecord): Promise<Strand[]> {
  const { kept, idsOf, shares } = await readKept(user)
  const membersOf = await nameMembers(kept.flatMap(({ id }) => idsOf.get(id) ?? []))
  return kept.map((strand) => describeKept(strand, { idsOf, shares, membersOf }))
}

/** The strands that are kept apart, what each is learned from, and their shares. */
async function readKept({ _id }: UserRecord) {
  const { record, model } = (await readTastes([_id])).get(_id) ?? {}
  const [kept, models] = [record?.strands.kept ?? [], model?.strands ?? []]
  return { kept, idsOf: new Map(models.map(({ id, ids }) => [id, ids])), shares: findShares(models, kept) }
}

type Kept = Awaited<ReturnType<typeof readKept>>
type MembersOf = Awaited<ReturnType<typeof nameMembers>>

/** What the reader likes and is in no strand, and the groups of it. */
async function propose(user: UserRecord, { kept, idsOf }: Pick<Kept, 'kept' | 'idsOf'>, finer: boolean) {
  const inStrand = new Set(kept.flatMap(({ id }) => idsOf.get(id) ?? []))
  const outside = (await readLiked(user._id)).filter(({ id }) => !inStrand.has(id))
  const room = STRANDS_MAX - kept.length
  const proposals = await proposeStrands(outside, { taken: kept, room, finer })
  return { outside, proposals }
}

const describeKept = (
  { id, name, share, paused }: KeptStrand,
  { idsOf, shares, membersOf }: Pick<Kept, 'idsOf' | 'shares'> & { membersOf: MembersOf },
): Strand => ({
  id,
  name,
  share: shares.get(id) ?? 0,
  share_set: share !== null,
  paused,
  from: 'named',
  ...listMembers(idsOf.get(id) ?? [], membersOf),
})

const listMembers = (ids: readonly string[], membersOf: MembersOf) => ({
  papers: ids.length,
  paper_ids: [...ids],
  items: membersOf(ids.slice(0, NAMED)),
})

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
  const proposals = await findProposals(user, [id])
  const isMoved = (one: string) => add.includes(one) || remove.includes(one)
  const decide = (kept: readonly KeptStrand[]) => {
    const all = withProposals(kept, proposals)
    if (!all.some((one) => one.id === id)) throw unknownStrand()
    return all.map((one): KeptStrand => {
      const left = one.paper_ids.filter((paper) => !isMoved(paper))
      if (one.id !== id) return { ...one, paper_ids: left }
      const name = changes.name?.trim() ?? one.name
      return { ...one, ...changes, name, paper_ids: [...add.filter((paper) => !remove.includes(paper)), ...left] }
    })
  }
  await change(user, decide, remove)
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
  const proposals = await findProposals(user, [id, other])
  await change(user, (kept) => {
    const all = withProposals(kept, proposals)
    const joined = all.find((strand) => strand.id === other)
    if (!joined || !all.some((strand) => strand.id === id)) throw unknownStrand()
    return all
      .filter((strand) => strand !== joined)
      .map((one) =>
        one.id === id ? { ...one, paper_ids: [...new Set([...one.paper_ids, ...joined.paper_ids])] } : one,
      )
  })
  return listStrands(user)
}

/** Parts a strand into the two groups that differ most. Throws "not-found"; "conflict" if it has fewer than two papers. */
export async function splitStrand(user: UserRecord, id: string): Promise<Strands> {
  const { kept: present, idsOf } = await readKept(user)
  const own = new Set(idsOf.get(id))
  if (!idsOf.has(id)) throw unknownStrand()
  const members = (await readLiked(user._id)).filter((one) => own.has(one.id))
  if (members.length < 2)
    throw new AppError('conflict', 'This interest has fewer than two papers, so it cannot be split.')
  const [larger = [], smaller = []] = clusterPapers(members, { groups: 2, least: -Infinity })
  const { ids, ...named } = await toStrand(smaller, present)
  await change(user, (kept) => {
    const before = kept.find((one) => one.id === id)
    if (before === undefined) throw unknownStrand()
    const part: KeptStrand = { ...named, share: null, paused: before.paused, paper_ids: [...ids] }
    const rest = { ...before, paper_ids: larger.map((paper) => paper.id) }
    return kept.flatMap((one) => (one.id === id ? [rest, part] : one))
  })
  return listStrands(user)
}

/** Those of `ids` that are proposed; nothing is grouped if all are kept apart. */
async function findProposals(user: UserRecord, ids: readonly string[]): Promise<Proposal[]> {
  const { kept, idsOf } = await readKept(user)
  const wanted = ids.filter((id) => !kept.some((one) => one.id === id))
  for (const finer of [false, true]) {
    if (wanted.length === 0) return []
    const { proposals } = await propose(user, { kept, idsOf }, finer)
    const found = proposals.filter(({ id }) => wanted.includes(id))
    if (found.length === wanted.length) return found
  }
  return []
}

/** The strands that are kept apart, and after them the proposals that are not yet. */
const withProposals = (kept: readonly KeptStrand[], proposals: readonly Proposal[]): KeptStrand[] => [
  ...kept,
  ...proposals
    .filter(({ id }) => !kept.some((one) => one.id === id))
    .map(({ id, name, ids }) => ({ id, name, share: null, paused: false, paper_ids: [...ids] })),
]

const unknownStrand = () =>
  new AppError('not-found', 'You have no such interest. It may have changed since: read the list again.')

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
    return paper ? plainText(toSegments(paper.title)) : isTopicId(id) ? topicOf(id) : null
  }
  return (some) =>
    some.flatMap((id) => {
      const text = textOf(id)
      return text === null ? [] : [{ id, text }]
    })
}
