import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays } from '#api/platform/clock.ts'
import { storeBackground } from '#tests/api/support/questions.ts'
import { paperId } from '#tests/api/support/library.ts'
import { DAY, storeGlass, storeNamesakes } from '#tests/api/support/namesakes.ts'
import { usePeople } from '#tests/api/support/people.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const { people, follow, mute, judge, personOf, countsOf, cardsOf, authorReasons } = usePeople(app)
const shown = async () => (await cardsOf()).map(({ paper }) => Number(paper.id.slice(-5))).toSorted()
const fateOf = async (number: number) =>
  (await as('ada').users.me.whereabouts.get({ query: { ref: paperId(number) } })).data
const put = async (orcid: string | null) => (await people()({ author: 'Wei Wang' }).put({ orcid })).data?.orcid

describe('Judgements', () => {
  beforeEach(storeNamesakes)

  test('are refused for who is not followed, for a paper that is not there, and for one by others', async () => {
    await follow(['Wei Wang'])
    const statuses = [
      await judge(1, 'yes', { author: 'Fang Wang' }),
      await judge(999, 'yes'),
      await judge(101, 'yes'),
      await judge(1, 'yes', { name: 'ben' }),
      await people()({ author: 'Fang Wang' }).put({ orcid: null }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    expect((await personOf()).judged).toEqual([])
  })

  test('of two tabs at the same time are one, and can be taken back', async () => {
    await follow(['Wei Wang'])
    const answers = await Promise.all([judge(1, 'yes'), judge(1, 'no'), judge(1, 'yes'), judge(1, 'no')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await personOf()).judged).toHaveLength(1)
    expect((await judge(1, 'no')).data?.judged).toMatchObject([{ value: 'no' }])
    expect((await judge(1, null)).data).toMatchObject({ judged: [], unsure: 8 })
    expect((await judge(1, null)).status).toBe(200)
  })

  test('are kept while the author is not followed, and count again afterwards', async () => {
    await follow(['Wei Wang'])
    await judge(1, 'yes')
    await follow([])
    expect([(await people().get()).data?.total, (await judge(2, 'yes')).status]).toEqual([0, 404])
    await follow(['wei wang'])
    expect(await countsOf('wei wang')).toEqual({ theirs: 4, other: 4, unsure: 0 })
  })

  test('of one reader are no other reader’s', async () => {
    await follow(['Wei Wang'])
    await follow(['Wei Wang'], 'ben')
    await judge(1, 'yes')
    await people()({ author: 'Wei Wang' }).put({ orcid: '0000-0002-1825-0097' })
    expect(await personOf('Wei Wang', 'ben')).toMatchObject({ orcid: null, unsure: 8, judged: [] })
    expect(Object.values(await authorReasons('ben')).every((reason) => reason?.maybe)).toBe(true)
  })

  test('of hostile names, papers and values are refused or kept as they are', async () => {
    const names = ['$where Quorl', '__proto__ Wang', 'a.*(b+)+ Wang', '<script>alert(1)</script>', 'Q/Q Quorl', '王伟']
    await follow(names)
    expect((await people().get()).data?.items.map(({ author }) => author)).toEqual(names)
    for (const author of names) {
      expect([author, (await judge(1, 'yes', { author })).status]).toEqual([author, 404])
      const { status } = await people()({ author: encodeURIComponent(author) }).put({ orcid: '0000-0002-1825-0097' })
      expect([author, status]).toEqual([author, 200])
    }
    const one = people()({ author: encodeURIComponent('Q/Q Quorl') })
    const statuses = [
      await one.put({ orcid: '9'.repeat(60_000) }),
      await one.put({ orcid: 17 } as never),
      await one.papers({ paper_id: 'constructor' }).put({ value: 'no' }),
      await one.papers({ paper_id: '%7B%22$ne%22:1%7D' }).put({ value: 'no' }),
      await one.papers({ paper_id: paperId(1) }).put({ value: { $ne: 'no' } } as never),
      await one.papers({ paper_id: paperId(1) }).put({ value: 'perhaps' } as never),
    ].map(({ status }) => status)
    expect(statuses).toEqual([422, 422, 404, 404, 422, 422])
  })

  test('an iD with a wrong checksum is refused in words, and an empty one removes it', async () => {
    await follow(['Wei Wang'])
    for (const orcid of ['0000-0002-1825-0098', '1234', 'https://orcid.org/', '0000-0002-1825-009X']) {
      const { status, error } = await people()({ author: 'Wei Wang' }).put({ orcid })
      expect([orcid, status, error?.value]).toMatchObject([
        orcid,
        422,
        { error: { fields: { orcid: expect.stringContaining('This is not an ORCID iD.') } } },
      ])
    }
    expect([await put('000000021694233x'), await put(null), await put(' ')]).toEqual([
      '0000-0002-1694-233X',
      null,
      null,
    ])
  })
})

describe('An author who is muted', () => {
  beforeEach(storeNamesakes)

  test('hides every paper with the name, and after a judgement only those by the person, at once', async () => {
    await mute(['Wei Wang'])
    expect(await shown()).toEqual([])
    await judge(1, 'yes')
    expect(await shown()).toEqual([13, 14])
    expect(await personOf()).toMatchObject({ muted: true, theirs: 4, other: 4 })
    await judge(1, null)
    expect(await shown()).toEqual([])
  })

  test('does not hide a paper that was judged to be by a namesake; the fate of the others names the mute', async () => {
    await mute(['Wei Wang'])
    await judge(13, 'no')
    expect(await shown()).toContain(13)
    expect(await fateOf(13)).toMatchObject({ fate: 'shown' })
    expect(await fateOf(3)).toMatchObject({ fate: 'muted', because: 'Wei Wang' })
  })

  test('does not hide a paper by a namesake from the answers of a question', async () => {
    await mute(['Wei Wang'])
    await storeBackground(addDays(DAY, -1), 20_001)
    const { questions } = as('ada').users.me
    await judge(1, 'yes')
    const { data } = await questions.post({ text: 'Which owls hunt mice over frozen fields by night?', bar: 'more' })
    const answers = await questions({ id: data!.id }).answers.get({ query: { day: DAY } })
    const found = [...answers.data!.answers, ...answers.data!.near].map(({ paper }) => paper.id)
    expect(found.toSorted()).toEqual([paperId(13), paperId(14)])
  })
})

test('What was said of a record holds for the paper that it was joined into', async () => {
  await storeNamesakes()
  await follow(['Wei Wang'])
  await judge(2, 'no')
  const record_ids = [paperId(1), paperId(2)]
  const papers = mongoose.connection.collection<{ _id: string }>('papers')
  await papers.updateOne({ _id: paperId(1) }, { $set: { record_ids } })
  await papers.updateOne({ _id: paperId(2) }, { $set: { record_ids, joined_into: paperId(1) } })
  await storeGlass(5)
  const { judged, theirs } = await personOf()
  expect([theirs, judged.map(({ paper, value }) => [paper.id, value])]).toEqual([0, [[paperId(1), 'no']]])
  expect((await judge(2, 'yes')).data?.judged).toMatchObject([{ paper: { id: paperId(1) }, value: 'yes' }])
  expect((await judge(1, null)).data).toMatchObject({ judged: [], theirs: 0 })
})
