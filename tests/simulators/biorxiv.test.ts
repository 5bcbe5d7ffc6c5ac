import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setClock } from '#api/platform/clock.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { startBiorxivSimulator, type BiorxivSimulator } from './biorxiv.ts'
import { simPosted, simPreprint } from './simPreprints.ts'

const DAY = '2026-11-23'
let simulator: BiorxivSimulator
beforeAll(() => setClock(new Date('2026-11-24T12:00:00Z')))
beforeEach(() => {
  simulator = startBiorxivSimulator({
    preprints: [
      ...simPosted(64, DAY),
      simPreprint({ doi: '10.1101/2021.11.22.469359', version: '5', date: DAY }),
      ...simPosted(3, DAY, { server: 'medRxiv' }),
    ],
  })
})
afterEach(() => simulator.stop())
afterAll(() => setClock(null))

interface Answer {
  messages: Record<string, unknown>[]
  collection: Record<string, unknown>[]
}
const ask = async (path: string) => (await (await fetch(simulator.apiUrl + path)).json()) as Answer
const askDay = (cursor: number, query = '') => ask(`/details/biorxiv/${DAY}/${DAY}/${cursor}/json${query}`)

test('the simulated bioRxiv says how many rows a page and an interval have, numbers and texts as it does', async () => {
  expect((await askDay(0)).messages).toEqual([
    {
      status: 'ok',
      category: 'all',
      interval: `${DAY}:${DAY}`,
      funder: 'all',
      cursor: 0,
      count: 30,
      count_new_papers: '64',
      total: '65',
    },
  ])
  expect(await askDay(60)).toMatchObject({ messages: [{ cursor: 60, count: 5, total: '65' }] })
  simulator.pageSize = 100
  expect((await askDay(0)).collection).toHaveLength(65)
})

test('it has no rows behind the last one, says so with a total of 0, and has no counts for a day without any', async () => {
  expect(await askDay(65)).toMatchObject({ messages: [{ status: 'ok', count: 0, total: '0' }], collection: [] })
  const none = { messages: [{ status: 'no posts found' }], collection: [] }
  expect(await ask('/details/biorxiv/2026-11-01/2026-11-02/0/json')).toEqual(none)
  // Posted later than it is now.
  simulator.preprints.push(...simPosted(2, '2026-11-25'))
  expect(await ask('/details/biorxiv/2026-11-25/2026-11-25/0/json')).toEqual(none)
})

test('it lists each server, and a preprint that is added, on its own days', async () => {
  expect((await ask(`/details/medrxiv/${DAY}/${DAY}/0/json`)).collection).toHaveLength(3)
  simulator.preprints.push(...simPosted(1, '2026-11-22'))
  const { collection } = await ask(`/details/biorxiv/2026-11-22/${DAY}/0/json`)
  expect(collection[0]?.['date']).toBe('2026-11-22')
})

test('it lists one category, and names it; all of them, and "all", for one that it does not know', async () => {
  for (const name of ['cell%20biology', 'cell_biology'])
    expect(await askDay(0, `?category=${name}`)).toMatchObject({
      messages: [{ category: 'cell biology', total: '14' }],
    })
  for (const name of ['hiv%2Faids', 'sorcery'])
    expect(await askDay(0, `?category=${name}`)).toMatchObject({ messages: [{ category: 'all', total: '65' }] })
  simulator.fail('ignored-category')
  expect(await askDay(0, '?category=cell_biology')).toMatchObject({ messages: [{ category: 'all', total: '65' }] })
})

if (hasRealData('biorxiv', 'rows of the simulated bioRxiv beside recorded ones'))
  test('its rows have the fields of the recorded ones, of the same kinds and in the same order', async () => {
    const [row] = (await askDay(0)).collection
    for (const name of await readdir(join(REAL_DATA, 'biorxiv'))) {
      const recorded = (await Bun.file(join(REAL_DATA, 'biorxiv', name)).json()) as Record<string, unknown> | Answer
      const [real] = 'collection' in recorded ? (recorded as Answer).collection : [recorded as Record<string, unknown>]
      expect(Object.keys(row!)).toEqual(Object.keys(real!))
      for (const [field, value] of Object.entries(real!))
        if (field !== 'funder') expect(typeof row![field]).toBe(typeof value)
    }
  })
