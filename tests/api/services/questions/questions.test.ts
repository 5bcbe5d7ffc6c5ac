import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { deleteRemovedQuestions } from '#api/store/readers/questions.ts'
import { answerId, answering, QUESTION, storeBackground, TODAY } from '#tests/api/support/questions.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const questionsOf = (name: string) => as(name).users.me.questions
const add = async (text: string, name = 'ada') => (await questionsOf(name).post({ text })).data!
const textsOf = async (name = 'ada') => (await questionsOf(name).get()).data?.items.map(({ text }) => text)

describe('Questions', () => {
  test('are made, changed, paused, removed and restored', async () => {
    const made = await questionsOf('ada').post({ text: `  Does anyone\tcalibrate\u0007\u202e lanterns \n for herons?` })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({
      text: QUESTION,
      bar: 'usual',
      paused: false,
      state: 'needs_examples',
      precision: null,
      judged: { yes: 0, no: 0 },
    })
    const { id } = made.data!
    const again = await questionsOf('ada').post({ text: 'does anyone calibrate lanterns for HERONS' })
    expect([again.status, again.data?.id]).toEqual([200, id])
    const changed = await questionsOf('ada')({ id }).put({ bar: 'more', paused: true })
    expect(changed.data).toMatchObject({ text: QUESTION, bar: 'more', paused: true })
    expect((await questionsOf('ada')({ id }).put({ text: 'Lanterns?' })).data?.text).toBe('Lanterns?')

    expect((await questionsOf('ada')({ id }).delete()).status).toBe(204)
    expect(await textsOf()).toEqual([])
    expect((await questionsOf('ada')({ id }).delete()).status).toBe(404)
    expect((await questionsOf('ada')({ id }).restore.post()).data?.text).toBe('Lanterns?')
    expect((await questionsOf('ada')({ id }).restore.post()).status).toBe(200)
    expect(await textsOf()).toEqual(['Lanterns?'])
  })

  test('of another reader are not there', async () => {
    const { id } = await add(QUESTION)
    const others = questionsOf('ben')({ id })
    const calls = [
      others.put({ paused: true }),
      others.delete(),
      others.restore.post(),
      others.examples.get(),
      others.examples.post({ paper_id: 'arxiv:2611.05001', value: 'yes' }),
      others.answers.get({ query: {} }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect([await textsOf('ben'), await textsOf()]).toEqual([[], [QUESTION]])
    expect((await add(QUESTION, 'ben')).id).not.toBe(id)
  })

  test('are refused without a word that papers can be compared by', async () => {
    for (const text of [
      'does anyone have any',
      'a',
      ' x ',
      'τη μηχανική μάθηση',
      '\u0000\u0001\u0002\u0003',
      '? ! …',
    ]) {
      const { status, error } = await questionsOf('ada').post({ text })
      expect([text, status, error?.value]).toMatchObject([
        text,
        422,
        { error: { fields: { text: expect.any(String) } } },
      ])
    }
    expect((await questionsOf('ada').post({ text: 'lantern '.repeat(1_300) })).status).toBe(422)
    expect(await textsOf()).toEqual([])
  })

  test('in another script, with TeX and with HTML are kept as they were typed', async () => {
    const texts = [
      '图像分割的不确定性',
      'Is $\\alpha$-RuCl$_3$ a spin liquid?',
      '<script>alert(1)</script> lanterns',
      '{"$ne": 1} glass',
    ]
    for (const text of texts) await add(text)
    expect(await textsOf()).toEqual(texts)
    expect((await questionsOf('ada').answers.get({ query: {} })).status).toBe(200)
  })

  test('are twenty at most, also when they are made at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 26 }, (_, index) => questionsOf('ada').post({ text: `Lanterns number ${index}` })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(6)
    const { data } = await questionsOf('ada').get()
    expect(data?.total).toBe(20)
    const [first] = data!.items
    await questionsOf('ada')({ id: first!.id }).delete()
    await add('One more lantern')
    expect((await questionsOf('ada')({ id: first!.id }).restore.post()).status).toBe(409)
    const same = await questionsOf('ada')({ id: data!.items[1]!.id }).put({ text: 'One more lantern' })
    expect(same.status).toBe(409)
  })

  test('are one, when the same is asked twice at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => questionsOf('ada').post({ text: QUESTION })))
    expect(new Set(made.map(({ data }) => data?.id)).size).toBe(1)
    expect(await textsOf()).toEqual([QUESTION])
  })

  test('that were removed are deleted after thirty days', async () => {
    const { id } = await add(QUESTION)
    await add('Another lantern')
    await questionsOf('ada')({ id }).delete()
    expect(await deleteRemovedQuestions(new Date(Date.now() - 60_000))).toEqual([])
    expect(await deleteRemovedQuestions(new Date(Date.now() + 60_000))).toEqual([id])
    expect((await questionsOf('ada')({ id }).restore.post()).status).toBe(404)
  })
})

describe('Judgements', () => {
  test('of answers make the precision; those of examples do not', async () => {
    await storeBackground()
    await announcePapers(TODAY, [answering(1), answering(2), answering(3)])
    const { id } = await add(QUESTION)
    const own = questionsOf('ada')({ id })
    const judge = async (number: number, value: 'yes' | 'no' | 'none') =>
      (await own.examples.post({ paper_id: answerId(number), value })).data
    expect(await judge(3, 'yes')).toMatchObject({ judged: { yes: 1, no: 0 }, precision: null, state: 'needs_examples' })
    const { data } = await own.answers.get({ query: { day: TODAY } })
    expect(data?.answers.map(({ paper, value }) => [paper.id, value]).toSorted()).toEqual([
      [answerId(1), null],
      [answerId(2), null],
      [answerId(3), 'yes'],
    ])
    expect(await judge(1, 'yes')).toMatchObject({ precision: { value: 1, n: 1 } })
    // A second opinion on an example is still one of an example.
    expect(await judge(3, 'no')).toMatchObject({ precision: { value: 1, n: 1 }, state: 'needs_examples' })
    expect(await judge(2, 'no')).toMatchObject({
      precision: { value: 0.5, n: 2 },
      judged: { yes: 1, no: 2 },
      state: 'ready',
    })
    expect(await judge(2, 'none')).toMatchObject({ precision: { value: 1, n: 1 } })
    expect((await own.examples.post({ paper_id: 'arxiv:2611.99999', value: 'yes' })).status).toBe(404)
  })

  test('of two tabs at the same time are one, whichever came last', async () => {
    await storeBackground()
    const { id } = await add(QUESTION)
    const judge = (value: 'yes' | 'no') =>
      questionsOf('ada')({ id }).examples.post({ paper_id: 'arxiv:2611.91001', value })
    const results = await Promise.all([judge('yes'), judge('no'), judge('yes'), judge('no')])
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { data } = await questionsOf('ada').get()
    const { yes, no } = data!.items[0]!.judged
    expect(yes + no).toBe(1)
    await judge('no')
    expect((await questionsOf('ada').get()).data?.items[0]?.judged).toEqual({ yes: 0, no: 1 })
  })

  test('begin with ten papers of the library, the likely ones and some that come near', async () => {
    setClock(new Date(`${TODAY}T12:00:00Z`))
    await storeBackground()
    await announcePapers(TODAY, [
      answering(1),
      answering(2),
      ...Array.from({ length: 12 }, (_, at) =>
        answering(at + 10, { title: 'Glass herons', abstract: 'Herons of glass.' }),
      ),
    ])

    await catchUp(product)
    const { id } = await add(QUESTION)
    const own = questionsOf('ada')({ id })
    const { data } = await own.examples.get()
    expect([data?.items.length, data?.by_words]).toEqual([10, true])
    expect(
      data?.items
        .slice(0, 2)
        .map(({ paper }) => paper.id)
        .toSorted(),
    ).toEqual([answerId(1), answerId(2)])
    const third = data!.items[2]!.paper.id
    await own.examples.post({ paper_id: third, value: 'no' })
    const { data: after } = await own.examples.get()
    expect(after?.items[0]).toMatchObject({ paper: { id: third }, value: 'no' })
    expect(after?.items).toHaveLength(10)
    setClock(null)
  })
})
