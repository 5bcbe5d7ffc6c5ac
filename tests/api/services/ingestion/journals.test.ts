import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { simulateCrossref } from '#tests/api/support/pipeline.ts'
import { silentArxiv } from '#tests/api/support/whereabouts.ts'
import { simJournal } from '#tests/simulators/simWorks.ts'
import { useApp } from '#tests/support/app.ts'

const { simulator, crossref } = simulateCrossref()
const { as, signedOut } = useApp({ sources: silentArxiv().set('crossref', crossref) })
afterAll(() => simulator.stop())

let hour = 0
beforeEach(() => {
  // What was found is kept for ten minutes.
  setClock(new Date(Date.UTC(2026, 10, 24, ++hour)))
  simulator.requests.length = 0
  simulator.journals = [
    simJournal(),
    simJournal({ title: 'Imaginary Vision Letters', ISSN: ['9999-9978'], coverage: { 'abstracts-current': 0 } }),
  ]
})
const find = (q: string) => as('ada').categories.search.get({ query: { q } })
const followServer = (prefix: string) => as('ada').categories.post({ kind: 'server', prefix })
const follow = (issn: string) => as('ada').categories.post({ kind: 'journal', issn })

describe('What can be followed', () => {
  test('is found by words: categories first, then journals with publisher, papers a day and share of abstracts', async () => {
    const { data, status } = await find('vision')
    expect(status).toBe(200)
    expect(data?.items.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'taxonomy cs.CV',
      'journal journal.9999-9994',
      'journal journal.9999-9978',
    ])
    expect(data?.items[1]).toEqual({
      kind: 'journal',
      source: 'crossref',
      code: 'journal.9999-9994',
      name: 'Journal of Imaginary Vision',
      detail: 'Nowhere Press',
      per_day: expect.any(Number),
      sample: [],
      issn: ['9999-9994', '9999-9986'],
      abstracts: 0.74,
    })
    expect(data).toMatchObject({ total: 3, failures: [] })
  })

  test('is one journal by an ISSN, and nothing for words that there are not', async () => {
    expect((await find('9999-9986')).data?.items.map(({ name }) => name)).toEqual(['Journal of Imaginary Vision'])
    expect((await find('9999-9951')).data).toEqual({ items: [], total: 0, failures: [] })
    expect((await find('zzz')).data).toEqual({ items: [], total: 0, failures: [] })
    expect((await find('.,-')).data).toEqual({ items: [], total: 0, failures: [] })
  })

  test('is a server of preprints by its name or its subject', async () => {
    expect((await find('chemistry')).data?.items.map(({ code }) => code)).toContain('chemrxiv')
    expect((await find('chemrxiv')).data?.items[0]).toMatchObject({
      kind: 'server',
      source: 'crossref',
      name: 'ChemRxiv',
    })
  })

  test('is asked for once within ten minutes, and not for fewer than three letters', async () => {
    await find('imaginary')
    await find('Imaginary ')
    await find('cs')
    expect(simulator.requests).toHaveLength(1)
  })

  test('is found without journals while Crossref cannot be asked, which is said', async () => {
    simulator.fail('unavailable', { times: 2 })
    expect((await find('computer vision')).data).toMatchObject({
      items: [{ code: 'cs.CV' }],
      failures: [{ source: 'crossref', message: expect.stringContaining('Crossref') }],
    })
    await saveSourceSettings('crossref', { enabled: false })
    expect((await find('computer')).data?.failures).toEqual([
      { source: 'crossref', message: 'Crossref is switched off in this library: no journal can be found.' },
    ])
    expect((await signedOut.categories.get()).data?.items.find(({ id }) => id === 'chemrxiv')).toMatchObject({
      available: false,
      unavailable_because: 'Crossref is switched off in this library. An admin can switch it on.',
    })
  })
})

describe('A journal', () => {
  test('becomes a category by any of its ISSNs, once, and is listed for those who follow it', async () => {
    const made = await follow('9999 9986'.replace(' ', ''))
    expect(made).toMatchObject({
      status: 201,
      data: {
        id: 'journal.9999-9994',
        name: 'Journal of Imaginary Vision',
        group: 'Journals',
        kind: 'journal',
        source: 'crossref',
        description: 'Nowhere Press · ISSN 9999-9994, 9999-9986 · abstracts for 74 %',
        available: true,
        owned: false,
      },
    })
    const again = await as('bela').categories.post({ kind: 'journal', issn: '9999-9994' })
    expect(again).toMatchObject({ status: 200, data: { id: 'journal.9999-9994' } })
    expect(simulator.requests).toHaveLength(1)

    const listed = async (name: string) =>
      (await as(name).categories.get()).data?.items.filter(({ kind }) => kind === 'journal').map(({ id }) => id)
    expect(await listed('ada')).toEqual([])
    expect((await as('ada').users.me.put({ category_ids: ['cs.LG', 'journal.9999-9994'] })).status).toBe(200)
    expect(await listed('ada')).toEqual(['journal.9999-9994'])
    expect(await listed('bela')).toEqual([])
    expect((await as('ada').categories.get({ query: { source: 'crossref', q: 'vision' } })).data?.total).toBe(1)
  })

  test('is found under the code that another reader made it with', async () => {
    await follow('9999-9994')
    simulator.journals = [simJournal({ ISSN: ['9999-9986', '9999-9994'] })]
    expect((await find('imaginary vision')).data?.items[0]?.code).toBe('journal.9999-9994')
  })

  test.each([
    ['9999-9999', '“9999-9999” is no ISSN: eight digits, of which the last one checks the others.'],
    ['9999-9951', 'Crossref has no journal with the ISSN 9999-9951.'],
  ])('with the ISSN %s is refused with the reason', async (issn, message) => {
    expect((await follow(issn)).error).toMatchObject({ status: 422, value: { error: { fields: { issn: message } } } })
  })

  test('is not made while Crossref cannot be asked', async () => {
    simulator.fail('unavailable', { times: 2 })
    expect((await follow('9999-9994')).error).toMatchObject({
      status: 502,
      value: { error: { code: 'source-unavailable' } },
    })
  })

  test('cannot be chosen before it is a category', async () => {
    expect((await as('ada').users.me.put({ category_ids: ['journal.9999-9951'] })).error?.status).toBe(422)
  })
})

test('a server of preprints is answered by its DOI prefix, and those that there are are named for another one', async () => {
  expect(await followServer('10.26434')).toMatchObject({ status: 200, data: { id: 'chemrxiv', kind: 'server' } })
  expect((await followServer('10.5555')).error).toMatchObject({
    status: 422,
    value: { error: { fields: { prefix: expect.stringContaining('ChemRxiv (10.26434)') } } },
  })
})
