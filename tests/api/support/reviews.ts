import mongoose from 'mongoose'
import type { PaperNotice } from '#api/contract/papers.ts'
import type { ItemInput } from '#api/contract/readingList.ts'
import { REVIEW_SECTIONS, type Review } from '#api/contract/review.ts'
import { setClock } from '#api/platform/clock.ts'
import type { useApp } from '#tests/support/app.ts'
import { paperId } from './library.ts'

type App = Pick<ReturnType<typeof useApp>, 'as'>

/** Makes the account of a reader at `instant`, who follows cs.LG with a budget in papers. Returns its id. */
export async function startReader(
  { as }: App,
  instant: string,
  { name = 'ada', budget = 20, zone = 'UTC' } = {},
): Promise<string> {
  setClock(new Date(instant))
  const { data, error } = await as(name).users.me.put({
    category_ids: ['cs.LG'],
    preferences: { digest: { time_zone: zone }, reading: { budget: { unit: 'papers', amount: budget } } },
  })
  if (error) throw new Error(JSON.stringify(error.value))
  return data.id
}

/** Saves the paper with this number at `instant`. Returns the id of its item. */
export async function save(
  { as }: App,
  instant: string,
  number: number,
  words: Omit<ItemInput, 'paper_id'> = {},
  name = 'ada',
): Promise<string> {
  setClock(new Date(instant))
  const { data, error } = await as(name).users.me['reading-list'].post({ paper_id: paperId(number), ...words })
  if (error) throw new Error(JSON.stringify(error.value))
  return data.id
}

export async function reviewOf({ as }: App, week?: string, name = 'ada'): Promise<Review> {
  const { data, error } = await as(name).users.me.review.get({ query: week === undefined ? {} : { week } })
  if (error) throw new Error(JSON.stringify(error.value))
  return data
}

/** The sentences of the sections, in order. */
export const textsOf = (review: Review): string[] => REVIEW_SECTIONS.map((name) => review[name].text)

/** Stores notices of the publisher about papers. */
export async function noticePapers(
  notices: readonly (readonly [id: string, Pick<PaperNotice, 'kind' | 'known_on'>])[],
): Promise<void> {
  for (const [id, { kind, known_on }] of notices) {
    const notice = {
      kind,
      known_on,
      doi: `10.5555/${id}`,
      on: known_on,
      by: ['publisher'],
      url: 'https://example.org/n',
    }
    await mongoose.connection
      .collection('papers')
      .updateOne({ _id: id as never }, { $push: { 'folded.notices': notice as never } })
  }
}
