import { expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId } from '#tests/api/support/library.ts'
import { storeSubjects } from '#tests/api/support/subjects.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const TEXT = 'We followed herons that hunt in tall reeds near water.'

test('Papers found by words or by a text have what the caller did with them, and nothing that another reader did', async () => {
  await storeSubjects('2026-11-20')
  await catchUp(product)
  const rate = (value: 'like' | 'dislike' | 'none', number: number) =>
    as('ada')
      .papers({ id: paperId(number) })
      .feedback.put({ value })
  const marksFor = async (reader: string) => {
    const { data: byWords } = await as(reader).papers.search.get({ query: { q: 'heron' } })
    const { data: byText } = await as(reader).papers.similar.post({ text: TEXT, limit: 4 })
    return [byWords, byText].map((answer) =>
      (answer?.items ?? []).flatMap(({ paper, liked, dismissed }) =>
        liked === undefined && dismissed === undefined ? [] : [[paper.id, liked, dismissed]],
      ),
    )
  }
  const { data: found } = await as('ada').papers.similar.post({ text: TEXT, limit: 4 })
  const [first = 0, second = 0] = found!.items.map(({ paper }) => Number(paper.id.slice(-2)))
  expect((await rate('dislike', first)).status).toBe(200)
  await rate('like', second)
  const expected = [
    [paperId(first), undefined, true],
    [paperId(second), true, undefined],
  ].toSorted()
  for (const marks of await marksFor('ada')) expect(marks.toSorted()).toEqual(expected)
  expect(await marksFor('eve')).toEqual([[], []])
  await rate('none', first)
  await rate('none', second)
  expect(await marksFor('ada')).toEqual([[], []])
})
