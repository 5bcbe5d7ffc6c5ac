import { expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { findTrueReasons } from '#api/services/delivery/trueReasons.ts'
import { toPaper } from '#api/store/papers/papers.ts'
import { batch } from '#tests/api/support/pipeline.ts'
import { at, cardsOf, findFalseLedgers, ledgerOf, storedPapers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { makeVenue, stateOf, useVenues } from '#tests/api/support/venues.ts'
import { noteId, simNote, simNotes, VENUE, type SimNote } from '#tests/simulators/openreview.ts'

const { simulator, arxivSimulator, run } = useVenues()
const { v2 } = simulator
const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)

test('a paper that arXiv announced before its acceptance is no second card, and says where it was accepted', async () => {
  const [preprint] = batch(1, TUE, 90_001, {
    title: 'Counting Lanterns by the Light of Other Lanterns',
    authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
  })
  arxivSimulator.papers.push(preprint!, ...batch(1, day(1), 90_002), ...batch(1, day(2), 90_003))
  const venue = await makeVenue()
  const reader = await makeReader('ada', [preprint!.categories[0] ?? '', venue])
  at(TUE, '09:00')
  await run('read-venues')
  await run('ingest')
  const before = await cardsOf(reader._id)
  expect(before).toEqual([`${TUE} arxiv:2611.90001`])
  v2.notes = [simNote(1, { content: { title: preprint!.title, abstract: preprint!.abstract } }), simNote(2)]
  at(day(1), '09:00')
  await run('read-venues')
  await run('ingest')
  at(day(2), '09:00')
  await run('ingest')
  const cards = await cardsOf(reader._id)
  expect(cards.filter((card) => card.includes('openreview'))).toEqual([`${day(2)} openreview:${noteId(2)}`])
  expect(cards.slice(0, before.length)).toEqual(before)
  const papers = await storedPapers({ joined_into: { $exists: false } })
  const paper = papers.find(({ _id }) => _id === 'arxiv:2611.90001')
  expect(paper?.folded?.venue?.name).toBe('ICLR 2027')
  expect((await ledgerOf('openreview')).at(-1)).toBe(`${day(2)} recovered 2`)
  expect(await findFalseLedgers()).toEqual([])
  const other = papers.find(({ _id }) => _id === `openreview:${noteId(2)}`)
  const reasonsOf = await findTrueReasons(reader, [])
  expect(reasonsOf([{ kind: 'category', text: venue }], toPaper(other!))[0]?.text).toBe('ICLR 2027 Conference')
})

test('hostile notes cost neither the venue nor the day', async () => {
  const venue = await makeVenue()
  const reader = await makeReader('ada', [venue])
  at(TUE, '10:00')
  await run('read-venues')
  const hostile: [Partial<SimNote>, Record<string, unknown>][] = [
    [{}, { title: '<script>alert(1)</script> \u202E\u0000 Lanterns' }],
    [{}, { title: `Lanterns ${'x'.repeat(1_000_000)}`, abstract: 'lantern '.repeat(1_000_000) }],
    [{}, { authors: Array.from({ length: 3_000 }, (_, index) => `Ada Lind${index}`) }],
    [{ pdate: 9e14 }, { venue: '\u0000'.repeat(100), pdf: 'javascript:alert(1)' }],
    [{ cdate: -1 }, { abstract: 7 }],
    [{ license: 'x'.repeat(100_000) }, { title: { a: 1 } }],
    [{}, { authors: 'Ada Lind' }],
  ]
  v2.notes = hostile.map(([changes, content], index) => simNote(index + 1, { ...changes, content }))
  at(day(1), '10:00')
  await run('read-venues')
  at(day(2))
  await run('ingest')
  expect(await cardsOf(reader._id)).toHaveLength(4)
  expect(await stateOf(venue)).toBe('3 papers of the venue cannot be read.')
  const papers = await storedPapers({ source: 'openreview' })
  expect(
    papers.every(({ urls }) => Object.values(urls).every((url) => url.startsWith('https://openreview.net/'))),
  ).toBe(true)
  expect(papers.some(({ title, venue: own }) => /\p{Cc}|\u202E/u.test(`${title}${own?.name}`))).toBe(false)
  expect(await findFalseLedgers()).toEqual([])
})

test('two venues of one night are read in whatever order, and each has its own papers', async () => {
  const other = 'ICLR.cc/2027/Workshop/Lantern_Counting'
  const codes = [await makeVenue(), await makeVenue(other)]
  const readers = await Promise.all(codes.map((code) => makeReader(`reader of ${code}`, [code])))
  at(TUE, '10:00')
  await run('read-venues')
  v2.notes = [
    ...simNotes(3),
    ...simNotes(2, 11).map((note) => ({ ...note, content: { ...note.content, venueid: other } })),
  ].toReversed()
  at(day(1), '10:00')
  await run('read-venues')
  at(day(2))
  await run('ingest')
  expect((await cardsOf(readers[0]!._id)).filter((card) => card.includes('openreview'))).toHaveLength(3)
  expect((await cardsOf(readers[1]!._id)).filter((card) => card.includes('openreview'))).toHaveLength(2)
  expect(v2.notes.some(({ content }) => content['venueid'] === VENUE)).toBe(true)
  expect(await ledgerOf('openreview')).toEqual([`${day(2)} announced 5`])
  expect(await findFalseLedgers()).toEqual([])
})
