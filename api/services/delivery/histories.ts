import { findAliases } from '../../store/papers/joins.ts'
import { findSeveralDays } from '../../store/papers/papers.ts'
import { findShown } from '../../store/readers/deliveryWrites.ts'
import { findDismissed, findOpened, findSavedPapers } from '../../store/readers/papersByReader.ts'
import type { ReaderHistory } from './candidates.ts'
import type { DayPapers } from './dayPapers.ts'

/**
 * What each reader of `wantedBy` (the wanted categories by reader) has seen of the papers of the day. A paper can only be
 * on a card of another day on which it was announced. These days are read anew each time: a paper may get another one
 * while a day is delivered.
 */
export async function readHistories(
  { day, papers }: DayPapers,
  wantedBy: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<(userId: string) => ReaderHistory> {
  const userIds = [...wantedBy.keys()].toSorted()
  const range = { first: userIds[0] ?? '', last: userIds.at(-1) ?? '' }
  const ids = papers.filter(({ mayBeCard }) => mayBeCard).map(({ id }) => id)
  // What readers did with any record of a paper, they did with the paper.
  const { paperOf, recordsOf, withRecords } = await findAliases(ids)
  const [severalDays, saved, dismissed] = await Promise.all([
    findSeveralDays(day),
    findSavedPapers(withRecords(ids), range),
    findDismissed(withRecords(ids), range),
  ])
  const several = papers.filter(({ id }) => severalDays.has(id))
  const daysByReader = new Map<string, Set<string>>()
  for (const [userId, wanted] of wantedBy) {
    const days = new Set<string>()
    for (const paper of several)
      if (paper.category_ids.some((id) => wanted.has(id)) && paper.sortFor(wanted) === 'candidate')
        for (const other of severalDays.get(paper.id) ?? []) days.add(other)
    days.delete(day)
    if (days.size > 0) daysByReader.set(userId, days)
  }
  const onDays = [...severalDays].flatMap(([id, days]) => days.map((on) => ({ id, on })))
  const papersByDay = Map.groupBy(onDays, ({ on }) => on)
  const shown = await findShown(
    daysByReader,
    new Map([...papersByDay].map(([on, list]) => [on, list.flatMap(({ id }) => recordsOf(id))])),
  )
  const papersOf = (records: ReadonlySet<string> | undefined) =>
    records && new Set([...records].map((record) => paperOf(record)))
  // An article is no news to those who found its preprint by themselves.
  const opened = await findOpened(
    userIds,
    ids.flatMap((id) => (recordsOf(id).length > 1 ? recordsOf(id) : [])),
  )
  return (userId) => ({
    shown: papersOf(shown.get(userId)?.union(opened.get(userId) ?? new Set()) ?? opened.get(userId)),
    saved: papersOf(saved.get(userId)),
    dismissed: papersOf(dismissed.get(userId)),
  })
}
