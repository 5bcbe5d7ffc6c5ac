import { paperId } from './library.ts'
import { DAY } from './namesakes.ts'
import type { useApp } from '#tests/support/app.ts'

/** The calls about followed authors. */
export function usePeople({ as }: Pick<ReturnType<typeof useApp>, 'as'>) {
  const people = (name = 'ada') => as(name).users.me.people
  const follow = (authors: string[], name = 'ada') =>
    as(name).users.me.put({ category_ids: ['cs.LG', 'math.AG'], interests: { authors } })
  const mute = (muted_authors: string[]) =>
    as('ada').users.me.put({ category_ids: ['cs.LG', 'math.AG'], interests: { muted_authors } })
  const judge = (number: number, value: 'yes' | 'no' | null, { author = 'Wei Wang', name = 'ada' } = {}) =>
    people(name)({ author: encodeURIComponent(author) })
      .papers({ paper_id: paperId(number) })
      .put({ value })
  const personOf = async (author = 'Wei Wang', name = 'ada') =>
    (await people(name).get()).data!.items.find((one) => one.author === author)!
  const countsOf = async (author?: string) => {
    const { theirs, other, unsure } = await personOf(author)
    return { theirs, other, unsure }
  }
  const cardsOf = async (name = 'ada', day = DAY) =>
    (await as(name).users.me.dashboard.get({ query: { day } })).data!.cards
  /** The reason that names an author, by the number of the paper. */
  const authorReasons = async (name = 'ada', day = DAY) =>
    Object.fromEntries(
      (await cardsOf(name, day)).map(({ paper, reasons }) => [
        Number(paper.id.slice(-5)),
        reasons.find(({ kind }) => kind === 'author'),
      ]),
    )
  return { people, follow, mute, judge, personOf, countsOf, cardsOf, authorReasons }
}

/** The reason of a card that is surely by the author. */
export const sure = (text: string) => ({ kind: 'author', text }) as const
