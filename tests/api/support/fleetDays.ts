import mongoose from 'mongoose'
import type { OutboxRecord } from '#api/store/mail/outbox.ts'
import { messageIdOf } from '#api/mail/headers.ts'
import type { StoredDelivery } from '#api/store/readers/deliveryModel.ts'
import { addReaders, pickCategories } from '#tests/bench/inventedDay.ts'
import type { SimPaper } from '#tests/simulators/simPapers.ts'
import { batch } from './pipeline.ts'
import { makeReader } from './readers.ts'

const FROM = 'digest@papers.example.org'
const WEEK = [0, 1, 2, 3, 4, 5, 6]

/**
 * Makes invented readers of some categories each, who get a digest each day as soon as the day is complete, also one without
 * papers. The first are those with these uids.
 */
export async function inventReaders(count: number, uids: readonly string[]): Promise<void> {
  for (const uid of uids) await makeReader(uid, pickCategories(5))
  await addReaders(count - uids.length)
  const digest = { enabled: true, hour: 0, time_zone: 'UTC', weekdays: WEEK, max_papers: 20, skip_empty: false }
  const changes = Object.entries(digest).map(([name, setting]) => [`preferences.digest.${name}`, setting])
  await mongoose.connection.collection('users').updateMany({}, { $set: Object.fromEntries(changes) })
}

/** The word that only the papers of `day` have. */
export const wordOf = (day: string) => `lantern${day.replaceAll('-', '')}`

/** `count` papers announced on `day`, with ids from `first` on. */
export const inventPapers = (day: string, count: number, first: number): SimPaper[] =>
  batch(count, day, first).map((paper) => ({
    ...paper,
    title: `A ${wordOf(day)} in fog, part ${paper.id}`,
    categories: pickCategories(1 + (Number(paper.id.slice(-2)) % 3)),
  }))

interface Day {
  day: string
  papers: readonly SimPaper[]
  /** Message-ID -> how often the mail server has accepted it. */
  mails: ReadonlyMap<string, number>
  /** Papers that a reader had before, by reader; those of this day are added. */
  had: Map<string, Set<string>>
}

/** What is wrong with a day that is over, and how much there was of it. */
export interface DayOutcome {
  readers: number
  cards: number
  mails: number
  /** Perhaps sent: their sender was killed while it handed them over. */
  uncertain: number
  uncertainAccepted: number
  wrong: string[]
}

/**
 * Compares the deliveries and mails of the day with its papers and the categories of each reader: nothing may be missing,
 * and nothing be there twice. A mail that is uncertain may have been accepted or not.
 */
export async function checkDay({ day, papers, mails, had }: Day): Promise<DayOutcome> {
  const { connection } = mongoose
  const readers = connection.collection<{ _id: string; category_ids: string[] }>('users').find()
  const deliveries = await connection.collection<StoredDelivery>('deliveries').find({ day }).toArray()
  const rows = await connection.collection<OutboxRecord>('outbox').find({ kind: 'digest', day }).toArray()
  const papersIn = new Map<string, string[]>()
  for (const { id, categories } of papers)
    for (const category of categories) papersIn.set(category, [...(papersIn.get(category) ?? []), `arxiv:${id}`])
  const deliveriesOf = Map.groupBy(deliveries, ({ user_id }) => user_id)
  const rowsOf = Map.groupBy(rows, ({ user_id }) => user_id)
  const outcome: DayOutcome = { readers: 0, cards: 0, mails: 0, uncertain: 0, uncertainAccepted: 0, wrong: [] }
  for await (const { _id, category_ids } of readers) {
    outcome.readers += 1
    const expected = new Set(category_ids.flatMap((category) => papersIn.get(category) ?? []))
    const before = had.get(_id) ?? new Set()
    had.set(_id, before)
    const own = deliveriesOf.get(_id) ?? []
    const problems = own.length === 1 ? compare(own[0]!, expected, before) : [`${own.length} deliveries`]
    outcome.cards += own[0]?.paper_ids?.length ?? 0
    const accepted = mails.get(messageIdOf([_id, 'digest', day], FROM)) ?? 0
    outcome.mails += accepted
    const states = (rowsOf.get(_id) ?? []).map(({ state }) => state)
    if (accepted > 1) problems.push(`${accepted} mails`)
    if (states.join() === 'uncertain') {
      outcome.uncertain += 1
      outcome.uncertainAccepted += accepted
    } else if (states.join() !== 'sent' || accepted !== 1)
      problems.push(`${accepted} mails, which the outbox calls ${states.join() || 'none'}`)
    if (problems.length > 0) outcome.wrong.push(`${_id}: ${problems.join('; ')}`)
  }
  return outcome
}

/** Compares the papers of a delivery with the ones that are expected, and with those that the reader `had` before. */
function compare({ paper_ids = [], next_door = [], places }: StoredDelivery, expected: Set<string>, had: Set<string>) {
  const others = new Set(next_door)
  const own = [...paper_ids.filter((id) => !others.has(id)), ...(places?.below_cut ?? [])]
  const found = new Set([...paper_ids, ...(places?.below_cut ?? [])])
  const problems = [
    ...(found.size < own.length + others.size ? ['a paper twice in the delivery'] : []),
    ...[...expected].filter((id) => !found.has(id)).map((id) => `without ${id}`),
    ...own.filter((id) => !expected.has(id)).map((id) => `with ${id} of no category`),
    ...paper_ids.filter((id) => had.has(id)).map((id) => `${id} again`),
  ]
  for (const id of paper_ids) had.add(id)
  return problems.slice(0, 5)
}
