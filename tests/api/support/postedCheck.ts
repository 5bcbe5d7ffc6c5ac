import { isWeekend } from '#api/platform/clock.ts'
import type { Posted } from './postedWorld.ts'
import { storedPapers } from './preprints.ts'
import { readDeliveries } from './worldCheck.ts'

interface Readers {
  /** Name -> id of the account. */
  ids: ReadonlyMap<string, string>
  /** Name -> what the reader follows. */
  follows: Readonly<Record<string, readonly string[]>>
  /** The first day. */
  from: string
  /** Whether the source of a record did not answer when its day was to be read. */
  isOut: (record: Posted) => boolean
}

/**
 * What of servers, journals, queries and feeds is stored or shown otherwise than once, and otherwise than on its day when
 * nothing was wrong.
 */
export async function findWrongPosted(
  posted: readonly Posted[],
  { ids, follows, from, isOut }: Readers,
): Promise<string[]> {
  const wrong: string[] = []
  const stored = new Map((await storedPapers()).map((paper) => [paper._id, paper]))
  const titles = new Map(
    [...stored.values()].filter(({ source }) => source === 'feed').map((one) => [one.title, one._id]),
  )
  // The id of an item follows from the address of its feed.
  const all = posted.map((one) => (one.item === undefined ? one : { ...one, id: titles.get(one.id) ?? one.id }))
  const first = all.filter(({ isFirst, day }) => isFirst && day >= from)
  for (const { id } of first) {
    const days = stored.get(id)?.announcements.filter(({ type }) => type === 'new') ?? []
    if (days.length !== 1) wrong.push(`${id} was announced as new ${days.length} times`)
  }
  // Of a work whose first record is from before, it depends on the source which part of it is shown.
  const works = [
    ...Map.groupBy(
      all.filter(({ isFirst }) => isFirst),
      ({ id, of }) => of ?? id,
    ).values(),
  ].filter((records) => records.every(({ day }) => day >= from))
  for (const [name, userId] of ids) {
    const delivered = await readDeliveries(userId)
    const shown = [...delivered].flatMap(([day, { cards }]) => cards.map((id) => ({ id, day })))
    const byId = Map.groupBy(shown, ({ id }) => id)
    for (const [id, cards] of byId) if (cards.length > 1) wrong.push(`${name} has ${id} twice`)
    const own = { followed: follows[name] ?? [], byId, isOut }
    wrong.push(...works.flatMap((work) => findWrongWork(work, own).map((sentence) => `${name} ${sentence}`)))
    for (const [day, { cards, places, ledger }] of delivered) {
      const { announced, ...counts } = ledger
      const listed = Object.values(places).reduce((sum, some) => sum + some.length, cards.length)
      const sum = Object.values(counts).reduce((total, count) => total + count, 0)
      if (announced !== sum || announced !== listed) wrong.push(`${name}'s ledger of ${day}: ${announced}, ${listed}`)
    }
    for (const { id, subject } of all)
      if (subject === 'old' && byId.has(id)) wrong.push(`${name} has ${id} of an old volume`)
    const hasWeekends = own.followed.some((id) => /rxiv\.|^(?:journal|pubmed|feed)\./.test(id))
    for (const day of delivered.keys()) if (isWeekend(day) && !hasWeekends) wrong.push(`${name} has cards on ${day}`)
  }
  return wrong
}

interface Shown extends Pick<Readers, 'isOut'> {
  followed: readonly string[]
  byId: ReadonlyMap<string, readonly { id: string; day: string }[]>
}

/** What a reader has of one work, which several sources may have, otherwise than once, on the day of the first that is followed. */
function findWrongWork(records: readonly Posted[], { followed, byId, isOut }: Shown): string[] {
  const shown = records.flatMap(({ id }) => byId.get(id) ?? [])
  const names = records.map(({ id }) => id).join(', also ')
  const own = records
    .filter(({ subject }) => followed.includes(subject))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const [wanted] = own
  if (wanted === undefined) return shown.length === 0 ? [] : [`has ${names}, of another subject`]
  if (shown.length === 0) return [`lacks ${names}, for ${wanted.day}`]
  if (shown.length > 1)
    return [
      `has ${names} ${shown.length} times, wanted for ${wanted.day}: ${shown.map((one) => `${one.id} on ${one.day}`).join(', ')}`,
    ]
  const day = shown[0]?.day ?? ''
  // While the source of the first record did not answer, that of another one showed the work.
  const isExact = wanted.isOnTime && (own.length === 1 || !isOut(wanted))
  return (isExact ? day === wanted.day : day >= wanted.day) ? [] : [`has ${names} on ${day}, not ${wanted.day}`]
}
