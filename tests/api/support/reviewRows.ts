import mongoose from 'mongoose'

/** What a review says, as numbers. */
export interface Figures {
  saved: number
  noted: number
  waiting: number
  missed: number
  below_budget: number
  other_categories: number
  minutes: number | null
  papers_read: number
}

interface Row {
  paper_id: string
  status: string
  notes: string
  added_at: Date
  noted_at?: Date
}

const DAYS = [-6, -5, -4, -3, -2, -1, 0]
const addDays = (day: string, count: number) => Temporal.PlainDate.from(day).add({ days: count }).toString()
const startOf = (day: string, zone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '00:00' }).epochMilliseconds)
const collection = (name: string) => mongoose.connection.collection(name)

/** The instants between which the seven local days are that end with `last`. */
const spanOf = (last: string, zone: string) => ({
  from: startOf(addDays(last, -6), zone),
  until: startOf(addDays(last, 1), zone),
})

export const findRows = (userId: string): Promise<Row[]> =>
  collection('reading_list').find({ user_id: userId, removed_at: null }).toArray() as never

/** Counts the figures of a week once more, from the stored rows alone. `budget` is in papers. */
export async function countRows(
  userId: string,
  { last, zone, budget, followed }: { last: string; zone: string; budget: number; followed: string },
): Promise<Figures> {
  const { from, until } = spanOf(last, zone)
  const isIn = (at: Date | undefined) => at !== undefined && at >= from && at < until
  const rows = await findRows(userId)
  const saved = rows.filter(({ added_at }) => isIn(added_at))
  const below = new Set<string>()
  const other = new Set<string>()
  for (const { paper_id } of saved) {
    const ranks: number[] = []
    let isInLedger = false
    for (let back = 0; back < 28; back++) {
      const delivery = await collection('deliveries').findOne({ _id: `${userId}:${addDays(last, -back)}` as never })
      const rank = (delivery?.['paper_ids'] as string[] | undefined)?.indexOf(paper_id) ?? -1
      if (rank >= 0) ranks.push(rank + 1)
      isInLedger ||= Object.values((delivery?.['places'] ?? {}) as Record<string, string[]>)
        .flat()
        .includes(paper_id)
    }
    const paper = await collection('papers').findOne({ _id: paper_id as never })
    const categories = (paper?.['categories'] ?? []) as string[]
    const announced = String(paper?.['announced_on'])
    const isNews = announced >= addDays(last, -27) && announced <= last
    if (ranks.length > 0 && ranks.every((rank) => rank > budget)) below.add(paper_id)
    if (ranks.length === 0 && !isInLedger && isNews && !categories.includes(followed)) other.add(paper_id)
  }
  const days = DAYS.map((count) => addDays(last, count))
  const actions = await collection('interactions').find({ user_id: userId }).toArray()
  const seconds = actions.map(({ seconds_on = {} }) =>
    days.reduce((sum, day) => sum + ((seconds_on as Record<string, number>)[day] ?? 0), 0),
  )
  const read = seconds.filter((spent) => spent > 0)
  return {
    saved: saved.length,
    noted: rows.filter(({ notes, noted_at }) => notes !== '' && isIn(noted_at)).length,
    waiting: rows.filter(({ status, added_at }) => status === 'to_read' && added_at < until).length,
    missed: below.size + other.size,
    below_budget: below.size,
    other_categories: other.size,
    minutes: read.length === 0 ? null : Math.floor(read.reduce((sum, spent) => sum + spent, 0) / 60),
    papers_read: read.length,
  }
}
