import { beforeEach, expect, test } from 'bun:test'
import type { ListImport, ListImportInput } from '#api/contract/listImport.ts'
import { nameOfCategory } from '#api/contract/preprintServers.ts'
import { setClock } from '#api/platform/clock.ts'
import { getListImport, importToList } from '#api/services/imports/importList.ts'
import { exportList } from '#api/services/readingList/takeOut.ts'
import { getReadingList, removeFromList, saveToList } from '#api/services/readingList/readingList.ts'
import { readSignals } from '#api/services/ranking/tasteSignals.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { sized } from '#tests/support/longRun.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, product, work } = usePipeline()
let ada: UserRecord

beforeEach(async () => {
  setClock(new Date('2026-11-20T12:00:00Z'))
  ada = await makeReader('ada', ['cs.LG'])
})

const itemsOf = async (user: UserRecord) => (await getReadingList(user, { limit: 100 })).items
const summary = async (user: UserRecord) =>
  (await itemsOf(user)).map(({ paper, notes, tags }) => [paper.id, notes, tags])
const put = (text: string, user = ada) => importToList(product, user, { text })

test('papers of the library are added in the order of the file, those that arXiv has are added when they are found', async () => {
  await storePapers([1, 2, 3], { journal_ref: 'J. Inv. Skies 12', categories: ['cs.LG'] })
  simulator.papers.push(simPaper({ id: '2611.10001' }))
  await saveToList(ada, { paper_id: paperId(2), notes: 'mine', tags: ['Lab'] })
  const text = `@misc{a, eprint = {2611.00001}, keywords = {lab, cs.LG, birds}, annote = {Read me}, note = {J. Inv. Skies 12}}
@misc{b, eprint = {2611.00002}, keywords = {other}, annote = {Overwritten?}}
@misc{c, url = {https://arxiv.org/abs/2611.00003v2}, title = {Third}}
@misc{d, eprint = {2611.10001}, title = {Asked for}, keywords = {birds}}
@misc{e, doi = {10.48550/arXiv.2611.10002}, title = {Not there}}
@book{f, title = {A book on owls}}
@misc{g, eprint = {2611.00001}, title = {The first again}}`
  const first = await put(text)
  expect(first).toMatchObject({
    state: 'looking-up',
    added: 2,
    existing: 1,
    looking_up: 2,
    missing: [{ title: 'A book on owls', reason: 'unknown' }],
  })
  expect(simulator.requests).toEqual([])
  expect(await summary(ada)).toEqual([
    [paperId(1), 'Read me', ['Lab', 'birds']],
    [paperId(3), '', []],
    [paperId(2), 'mine', ['Lab']],
  ])

  work()
  const done = await waitUntil(async () => {
    const now = await getListImport(ada, first.id)
    return now.state !== 'looking-up' && now
  })
  expect(done).toMatchObject({ state: 'done', added: 3, existing: 1, looking_up: 0 })
  expect(done.missing).toEqual([
    { title: 'A book on owls', reason: 'unknown' },
    { title: 'Not there', reason: 'not-at-source', source: 'arXiv' },
  ])
  expect(simulator.requests).toHaveLength(1)
  expect((await summary(ada))[0]).toEqual(['arxiv:2611.10001', '', ['birds']])
  expect((await readSignals(ada._id)).length).toBe((await itemsOf(ada)).length)

  const before = await itemsOf(ada)
  expect(await put(text)).toMatchObject({ added: 0, existing: 4, looking_up: 1 })
  expect(await itemsOf(ada)).toEqual(before)
})

test('the subject of a preprint in words, as citations have it, becomes no tag', async () => {
  const subject = 'medrxiv.rehabilitation-medicine-and-physical-therapy'
  await storePapers([1], { categories: [subject] })
  await put(`@misc{a, eprint = {2611.00001}, keywords = {birds, ${subject}, ${nameOfCategory(subject)}}}`)
  expect(await summary(ada)).toEqual([[paperId(1), '', ['birds']]])
})

const of = (title: string, name: string) => ({ title, title_segments: [{ text: title }], authors: [{ name }] })

const csl = (title: string, family: string) => ({ title, author: [{ family, given: 'A.' }] })

test('a title is a paper only if it is the same, with one of the authors, and of one paper', async () => {
  await storePapers([1], of('Herons of the réed beds, part I', 'Ada Linde'))
  await storePapers([2], of('Twin title', 'Ada Linde'))
  await storePapers([3], of('Twin title', 'Ada Linde'))
  await catchUp(product)
  const { missing, added } = await put(
    JSON.stringify([
      csl('HERONS of the Reed Beds: Part I', 'Linde'),
      csl('Herons of the reed beds, part II', 'Linde'),
      csl('Herons of the reed beds, part I', 'Other'),
      csl('Twin title', 'Linde'),
    ]),
  )
  expect(added).toBe(1)
  expect(missing.map(({ reason }) => reason)).toEqual(['unknown', 'unknown', 'ambiguous'])
})

test('a removed paper comes back with its own note and tags, and another reader sees nothing of the import', async () => {
  const ben = await makeReader('ben', [])
  await storePapers([1])
  const { item } = await saveToList(ada, { paper_id: paperId(1), notes: 'kept', tags: ['kept'] })
  await removeFromList(ada, item.id)
  const { id, added } = await put('2611.00001')
  expect([added, await summary(ada), await itemsOf(ben)]).toEqual([1, [[paperId(1), 'kept', ['kept']]], []])
  expect(getListImport(ben, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('when arXiv cannot be read, the papers are listed as not asked for, and a large file is read in its process', async () => {
  await storePapers([1])
  const abstract = 'word '.repeat(20_000)
  simulator.fail('server-error', { times: 1_000 })
  work()
  const { id, looking_up, added } = await put(
    `@misc{a, eprint={2611.00001}, abstract={${abstract}}}\n@misc{b, eprint={2611.10001}}`,
  )
  expect([added, looking_up]).toEqual([1, 1])
  const failed = await waitUntil(async () => {
    const now = await getListImport(ada, id)
    return now.state !== 'looking-up' && now
  })
  expect(failed).toMatchObject({
    state: 'failed',
    looking_up: 0,
    missing: [{ title: '2611.10001', reason: 'not-asked', source: 'arXiv' }],
  })
  expect(failed.problem).toContain('arXiv')
  expect(put(`{${abstract}`)).rejects.toMatchObject({ code: 'invalid-input' })
  expect(put('@comment{x}')).rejects.toMatchObject({ code: 'invalid-input' })
})

/** Imports a file in parts of at most `size` characters, as the web and the terminal do. */
async function putInParts(text: string, user: UserRecord, size: number) {
  let last: ListImport | undefined
  let parts = 0
  for (let at = 0; at < text.length; at = last.read) {
    const more = at + size < text.length
    const input: ListImportInput = { text: text.slice(at, at + size), more }
    last = await importToList(product, user, { ...input, ...(last && { continues: { id: last.id, from: at } }) })
    parts++
  }
  return { result: last!, parts }
}

test('every file that a large list is exported as is taken back whole, in parts', async () => {
  const { saved, characters } = sized({
    short: { saved: 120, characters: 20_000 },
    long: { saved: 320, characters: 60_000 },
  })
  const numbers = Array.from({ length: saved }, (_, index) => index + 1)
  const ids = await storePapers(numbers)
  for (const [index, paper_id] of ids.entries()) {
    setClock(new Date(Date.UTC(2026, 10, 20, 12, 0, index)))
    await saveToList(ada, { paper_id, notes: `Note ${index}: {x} "y"`, tags: [`tag ${index % 7}`], status: 'done' })
  }
  setClock(new Date('2026-11-21T12:00:00Z'))
  for (const format of ['json', 'bibtex', 'ris', 'csl'] as const) {
    const text = String((await exportList(product, ada, { format })).content)
    const reader = await makeReader(`reader-of-${format}`, [])
    const { result, parts } = await putInParts(text, reader, characters)
    expect(parts).toBeGreaterThan(1)
    expect(result).toMatchObject({ state: 'done', added: saved, existing: 0, missing: [], left_out: 0 })
    const [page, own] = await Promise.all(
      [reader, ada].map(async (user) => (await getReadingList(user, { limit: 100, skip: saved - 100 })).items),
    )
    const facts = (items = page!) => items.map(({ paper, notes, tags }) => [paper.id, notes, tags])
    expect(facts()).toEqual(facts(own))
    if (format === 'json') expect(page!.map(({ status }) => status)).toEqual(own!.map(() => 'done'))
  }
})

test('a part that is sent again changes nothing, and a part of an unknown import is refused', async () => {
  await storePapers([1, 2, 3])
  const first = await importToList(product, ada, { text: '2611.00001\n2611.0000', more: true })
  expect(first).toMatchObject({ read: 11, added: 1, missing: [] })
  const rest = { text: '2611.00002\n2611.00003\n2611.00001', continues: { id: first.id, from: first.read } }
  const whole = await importToList(product, ada, rest)
  expect(whole).toMatchObject({ id: first.id, read: 43, added: 3, existing: 1 })
  expect(await importToList(product, ada, rest)).toEqual(whole)
  expect(await getListImport(ada, first.id)).toEqual(whole)
  expect((await itemsOf(ada)).map(({ paper }) => paper.id)).toEqual([1, 2, 3].map(paperId))
  const ben = await makeReader('ben', [])
  expect(importToList(product, ben, rest)).rejects.toMatchObject({ code: 'not-found' })
})

/** Entries that a result accounts for. */
const accounted = ({ added, existing, looking_up, repeated, missing, unreadable }: ListImport) =>
  added + existing + looking_up + repeated + missing.length + unreadable.length

test('each entry of a file is found, missing, repeated or unreadable, each of these by name, in one part and in several', async () => {
  await storePapers([1, 2])
  await saveToList(ada, { paper_id: paperId(2) })
  const text = `% Made by a program
@misc{a, eprint = {2611.00001}}
@misc{b, title={Unclosed, author={X}
@misc{c, journal = {arXiv preprint arXiv:2611.00002}, title = {Elsewhere}}
@misc{d, volume = {abs/2611.10001}, journal = {CoRR}, title = {At arXiv}}
@misc{e, note = {No name}}
@misc{f, title = {Unknown owls}}
@misc{g, url = {\\url{https://arxiv.org/abs/2611.00001v2}}}
`
  const unreadable = [
    { title: 'b', where: 'line 3', problem: 'the value of “title” does not end' },
    { title: 'e', where: 'line 6', problem: 'it has no title and no id, DOI or address of a paper' },
  ]
  const whole = await put(text)
  expect(whole).toMatchObject({ entries: 7, added: 1, existing: 1, looking_up: 1, repeated: 1, unreadable })
  expect(whole.missing).toEqual([{ title: 'Unknown owls', reason: 'unknown' }])
  expect(accounted(whole)).toBe(7)

  const ben = await makeReader('ben', [])
  const { result, parts } = await putInParts(text, ben, 150)
  expect(parts).toBeGreaterThan(2)
  expect(result).toMatchObject({ entries: 7, added: 2, looking_up: 1, unreadable })
  expect(accounted(result)).toBe(7)
})

test('a text in which no entry can be read is answered with the entries, and one without entries is refused', async () => {
  expect(await put('@misc{b, title={Unclosed, author={X}')).toMatchObject({ entries: 1, unreadable: [{ title: 'b' }] })
  expect(put('Header\n@comment{x}\n% owls')).rejects.toMatchObject({ code: 'invalid-input' })
})

test('titles with markup, and names with two accents, find the paper of the library', async () => {
  await storePapers([1], of('Electroreduction of CO$_2$ by In$_x$Ga$_{1-x}$N owls', 'Minh Thắng Nguyễn'))
  await catchUp(product)
  const titles = [
    'Electroreduction of {{CO}}\\textsubscript{2} by {{In}}\\textsubscript{x}{{Ga}}\\textsubscript{1-x}{{N}} Owls',
    'Electroreduction of CO<sub>2</sub> by In<sub>x</sub>Ga<sub>1-x</sub>N owls',
  ]
  for (const title of titles)
    expect(
      await put(
        `@misc{a, title = {${title}}, author = {Nguy{\\~\\^e}n, Minh Th{\\'\\u a}ng}, keywords = {Nguy\\~{\\^e}n}}`,
      ),
    ).toMatchObject({ entries: 1, missing: [], unreadable: [] })
  expect(await summary(ada)).toEqual([[paperId(1), '', ['Nguyễn']]])
})
