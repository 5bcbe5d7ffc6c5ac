import { beforeEach, describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { DAY, storeGlass, storeNamesakes, storeOthers, storeOwls } from '#tests/api/support/namesakes.ts'
import { sure, usePeople } from '#tests/api/support/people.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const { people, follow, judge, personOf, countsOf, cardsOf, authorReasons } = usePeople(app)

describe('Two persons of one name', () => {
  beforeEach(storeNamesakes)

  test('are not known while nothing is said: the cards say “perhaps”, and two of them ask', async () => {
    await follow(['Wei Wang'])
    expect(await countsOf()).toEqual({ theirs: 0, other: 0, unsure: 8 })
    const reasons = Object.values(await authorReasons())
    expect(reasons.map((reason) => reason?.maybe)).toEqual([true, true, true, true])
    const asking = (all: typeof reasons) => all.filter((reason) => reason?.followed === 'Wei Wang').length
    expect(asking(reasons)).toBe(2)
    // Papers that come later ask nothing more.
    await storeGlass(5)
    await recordDay(DAY)
    const extended = Object.values(await authorReasons())
    expect([extended.length, asking(extended)]).toEqual([5, 2])
  })

  test('are distinguished by one judgement: co-authors and subject say the rest', async () => {
    await follow(['Wei Wang'])
    const { data } = await judge(1, 'yes')
    expect(data).toMatchObject({ theirs: 4, other: 4, unsure: 0, ask: [], judged: [{ value: 'yes' }] })
    expect(await authorReasons()).toEqual({ 3: sure('Wei Wang'), 4: sure('Wei Wang'), 13: undefined, 14: undefined })
  })

  test('are distinguished by a saved paper', async () => {
    await follow(['Wei Wang'])
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(2) })
    expect(await countsOf()).toEqual({ theirs: 4, other: 4, unsure: 0 })
  })

  test('keep their places on a list that was shown, with the reasons that are true now', async () => {
    await follow(['Wei Wang'])
    const before = (await cardsOf()).map(({ paper }) => paper.id)
    await judge(13, 'no')
    await judge(3, 'yes')
    expect((await cardsOf()).map(({ paper }) => paper.id)).toEqual(before)
    const reasons = await authorReasons()
    expect([reasons[13], reasons[3]]).toEqual([undefined, sure('Wei Wang')])
    await judge(13, null)
    expect((await authorReasons())[13]).toMatchObject({ kind: 'author', maybe: true })
  })

  test('are asked about with the evidence in words, the newest first', async () => {
    await storePapers([5], {
      announced_on: DAY,
      authors: [{ name: 'W. Wang' }],
      title: 'Molten glass with pipes',
      categories: ['cs.LG'],
    })
    await follow(['Wei Wang'])
    const before = await personOf()
    expect(before.ask).toHaveLength(5)
    expect(before.ask[0]).toMatchObject({
      name: 'W. Wang',
      value: null,
      evidence: ['written “W. Wang”', 'no paper of theirs is known yet'],
    })
    await judge(1, 'yes')
    expect((await personOf()).ask[0]?.evidence).toContain('no co-author in common with papers of theirs')
  })

  test('differ by their ORCID iDs, whatever else they share', async () => {
    const [theirs, another] = ['0000-0002-1825-0097', '0000-0001-5109-3700']
    await storeGlass(5, { author: { name: 'Wei Wang', orcid: another } })
    await storeOwls(15, { author: { name: 'Wei Wang', orcid: theirs } })
    await follow(['Wei Wang'])
    const { data } = await people()({ author: 'Wei Wang' }).put({ orcid: `https://orcid.org/${theirs}` })
    expect(data).toMatchObject({ orcid: theirs, theirs: 4 + 1, other: 5 })
    const reasons = await authorReasons()
    expect([reasons[5], reasons[15]]).toEqual([undefined, sure('Wei Wang')])
  })
})

describe('An author who is followed', () => {
  test('with a rare name is one person, who is not asked about', async () => {
    await storeOthers()
    await storeGlass(1, { author: 'Mirela Quillfeather', authors: [{ name: 'Mirela Quillfeather' }] })
    await storeOwls(11, { author: 'Mirela Quillfeather' })
    await storeOwls(12, { author: 'M. Quillfeather' })
    await recordDay(DAY)
    await follow(['Mirela Quillfeather'])
    expect(await countsOf('Mirela Quillfeather')).toEqual({ theirs: 3, other: 0, unsure: 0 })
    expect(await authorReasons()).toEqual({
      1: sure('Mirela Quillfeather'),
      11: sure('Mirela Quillfeather'),
      12: { ...sure('M. Quillfeather'), maybe: true },
    })
  })

  test('by a family name alone is every author with it, and is never asked about', async () => {
    await storeNamesakes()
    await follow(['Wang'])
    expect(await personOf('Wang')).toMatchObject({ family_name: true, unsure: 0, ask: [] })
    expect(Object.values(await authorReasons())).toEqual(Array.from({ length: 4 }, () => sure('Wei Wang')))
  })

  test('by an initial is asked about where the family name is common', async () => {
    await storeNamesakes()
    await follow(['W. Wang'])
    expect(Object.values(await authorReasons()).map((reason) => reason?.maybe)).toEqual([true, true, true, true])
    expect(await countsOf('W. Wang')).toMatchObject({ theirs: 0, other: 0 })
    expect((await judge(1, 'yes', { author: 'W. Wang' })).status).toBe(200)
  })

  test('by two entries is one reason, by the one that matches better', async () => {
    await storeNamesakes()
    await follow(['W. Wang', 'Wei Wang'])
    const cards = await cardsOf()
    expect(cards.map(({ reasons }) => reasons.filter(({ kind }) => kind === 'author').length)).toEqual([1, 1, 1, 1])
    await judge(1, 'yes')
    await storeGlass(5)
    await recordDay(DAY)
    expect((await authorReasons())[5]).toEqual(sure('Wei Wang'))
  })

  test('is found in the order of East Asian names, with an umlaut and with TeX', async () => {
    await storeNamesakes()
    await storeGlass(5, { author: 'Wang Wei' })
    await storeGlass(6, { author: 'Jürgen Schröderling' })
    await storeGlass(7, { author: 'J\\"urgen Schr\\"oderling' })
    await follow(['Wei Wang', 'Juergen Schroederling'])
    await judge(1, 'yes')
    const reasons = await authorReasons()
    expect([reasons[5], reasons[6]]).toEqual([sure('Wang Wei'), sure('Jürgen Schröderling')])
    expect(await countsOf()).toMatchObject({ theirs: 5 })
    expect(await countsOf('Juergen Schroederling')).toMatchObject({ theirs: 1 })
    expect(reasons[7]).toMatchObject({ kind: 'author' })
  })

  test('is found among 3,000 authors, and so is a collaboration', async () => {
    await storeNamesakes()
    const crowd = Array.from({ length: 3_000 }, (_, at) => ({ name: `Xanthe Quorl${at.toString(26)}` }))
    const authors = [...crowd.slice(0, 1_500), { name: 'Wei Wang' }, ...crowd.slice(1_500)]
    const others = Array.from({ length: 1_500 }, (_, at) => ({ name: `Ysolde Quorl${at.toString(26)}` }))
    await storePapers([21], { announced_on: DAY, authors, title: 'Lanterns' })
    // The list begins with others, and is the same around the author.
    await storePapers([22], {
      announced_on: DAY,
      authors: [...others, ...authors.slice(1_500)],
      title: 'Wax',
      abstract: '',
    })
    await storePapers([23], { announced_on: DAY, authors: [{ name: 'LANTERN Collaboration' }], title: 'Wicks' })
    await follow(['Wei Wang', 'LANTERN Collaboration'])
    const { data } = await judge(21, 'yes')
    expect(data).toMatchObject({ theirs: 2 })
    const reasons = await authorReasons()
    expect([reasons[21], reasons[22]]).toEqual([sure('Wei Wang'), sure('Wei Wang')])
    expect(reasons[23]).toEqual(sure('LANTERN Collaboration'))
  })
})

test('A library that gets another paper is judged anew on the next day', async () => {
  await storeNamesakes()
  await follow(['Wei Wang'])
  await judge(1, 'yes')
  const next = addDays(DAY, 3)
  await storeGlass(6, { announced_on: next })
  await storeOwls(16, { announced_on: next })
  await recordDay(next)
  expect(await authorReasons('ada', next)).toEqual({ 6: sure('Wei Wang'), 16: undefined })
})
