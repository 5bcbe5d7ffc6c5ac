import type { useApp } from '#tests/support/app.ts'
import type { SimCitingPaper } from '#tests/simulators/semanticScholar.ts'
import { paperId } from './library.ts'

/** What tests do with the lists of readers of `app`. */
export function listsOf({ as }: Pick<ReturnType<typeof useApp>, 'as'>) {
  const listOf = (reader: string) => as(reader).users.me['reading-list']
  const itemOf = async (reader: string, number: number) =>
    (await listOf(reader).get({ query: {} })).data?.items.find(({ paper }) => paper.id === paperId(number))
  return {
    listOf,
    itemOf,
    async save(reader: string, ...numbers: number[]) {
      for (const number of numbers) {
        const { status } = await listOf(reader).post({ paper_id: paperId(number) })
        if (status !== 201) throw new Error(`paper ${number} was not saved: ${status}`)
      }
    },
    remove: async (reader: string, number: number) =>
      listOf(reader)({ id: (await itemOf(reader, number))?.id ?? '' }).delete(),
  }
}

/** An invented paper that cites another one. */
export const citing = (number: number, changes: Partial<SimCitingPaper> = {}): SimCitingPaper => ({
  paperId: String(number).padStart(40, 'c'),
  title: `Lanterns recounted, part ${number}`,
  externalIds: { DOI: `10.5555/recount.${number}` },
  publicationDate: '2026-11-28',
  ...changes,
})
