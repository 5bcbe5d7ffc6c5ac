import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startAdsSimulator } from './ads.ts'
import { startEuropepmcSimulator } from './europepmc.ts'
import { startHuggingfaceSimulator } from './huggingface.ts'
import { startInspireSimulator } from './inspire.ts'
import type { JsonService } from './jsonService.ts'

const stops: (() => unknown)[] = []
beforeEach(() => setClock(new Date('2026-09-22T12:00:10Z')))
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

/** Asks a simulator as any client would. */
function askerOf({ apiUrl, stop }: Pick<JsonService<never>, 'apiUrl' | 'stop'>) {
  stops.push(stop)
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(apiUrl + path, { headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
}

describe('The simulated Hugging Face', () => {
  const papers = Array.from({ length: 120 }, (_, index) => ({
    id: `2609.${90_000 + index}`,
    listedAt: '2026-09-22T03:10:00.000Z',
    votesPerDay: 3,
  }))

  test('has lists of 50, of 100 at most, with absent keys, and its limit in headers', async () => {
    const ask = askerOf(startHuggingfaceSimulator({ papers }))
    const first = await ask('/api/daily_papers?date=2026-09-22')
    expect(first.body).toHaveLength(50)
    expect(Object.keys(first.body[0].paper)).not.toContain('githubRepo')
    expect(first.body[0]).toMatchObject({ publishedAt: '2026-09-21T12:02:44.000Z', numComments: 2 })
    expect(first.headers.get('ratelimit')).toBe('"api";r=499;t=290')
    expect(first.headers.get('ratelimit-policy')).toBe('"fixed window";"api";q=500;w=300')
    expect((await ask('/api/daily_papers?date=2026-09-22&limit=100&p=1')).body).toHaveLength(20)
    expect(await ask('/api/daily_papers?limit=101')).toMatchObject({ status: 400, body: { error: 'Invalid limit' } })
  })

  test('has no list at weekends, of no date and of a date to come, and more votes on later days', async () => {
    const ask = askerOf(startHuggingfaceSimulator({ papers }))
    expect(await ask('/api/daily_papers?date=2026-09-20')).toMatchObject({ status: 200, body: [] })
    for (const date of ['2026-09-23', '2026-02-30', 'x'])
      expect(await ask(`/api/daily_papers?date=${date}`)).toMatchObject({ status: 400 })
    setClock(new Date('2026-09-24T12:00:00Z'))
    expect((await ask('/api/daily_papers?date=2026-09-22')).body[0].paper.upvotes).toBe(37)
  })

  test('refuses the requests above the limit of a window, and an unknown key', async () => {
    const simulator = startHuggingfaceSimulator({ papers })
    const ask = askerOf(simulator)
    simulator.windowMax = { anonymous: 1, withKey: 2 }
    simulator.keys.add('hf_lantern')
    const key = { authorization: 'Bearer hf_lantern' }
    const statuses = [
      await ask('/api/daily_papers'),
      await ask('/api/daily_papers'),
      await ask('/api/daily_papers', key),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200])
    expect(await ask('/api/daily_papers', { authorization: 'Bearer hf_old' })).toMatchObject({ status: 401 })
    setClock(new Date('2026-09-22T12:05:00Z'))
    expect((await ask('/api/daily_papers')).status).toBe(200)
  })
})

describe('The simulated Europe PMC', () => {
  test('has 25 records of two fields unless more are asked for, in XML unless JSON is', async () => {
    const results = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, source: 'AGR', doi: '10.5555/a' }))
    const ask = askerOf(startEuropepmcSimulator({ results }))
    const path = '/search?query=DOI:%2210.5555/A%22'
    const { body } = await ask(`${path}&format=json`)
    expect(body).toMatchObject({ version: '6.9', hitCount: 30, request: { resultType: 'lite', pageSize: 25 } })
    expect(body.resultList.result).toHaveLength(25)
    expect(Object.keys(body.resultList.result[0])).toEqual(['id', 'source'])
    expect((await ask(path)).body).toStartWith('<?xml')
    const none = (await ask('/search?query=lantern&format=json')).body
    expect(none).toMatchObject({ hitCount: 0, resultList: { result: [] } })
    expect(none.nextCursorMark).toBeUndefined()
    expect((await ask('/search?format=json')).body).toMatchObject({ errCode: 404 })
  })
})

describe('The simulated INSPIRE', () => {
  test('has the fields that are asked for, 1,000 records at most, and counts what it refuses', async () => {
    const simulator = startInspireSimulator({ hits: [{ control_number: 2_999_001, citation_count: 2 }] })
    const ask = askerOf(simulator)
    const { body } = await ask('/literature?q=control_number:2999001&fields=citation_count')
    expect(body.hits).toMatchObject({ total: 1, hits: [{ id: '2999001', metadata: { citation_count: 2 } }] })
    expect(Object.keys(body.hits.hits[0].metadata)).toEqual(['citation_count'])
    expect((await ask('/literature?q=lantern')).body.hits).toEqual({ total: 0, hits: [] })
    expect((await ask('/literature?size=1001')).status).toBe(400)
    simulator.windowMax = 3
    expect((await ask('/literature')).status).toBe(429)
    setClock(new Date('2026-09-22T12:00:14Z'))
    expect((await ask('/literature')).status).toBe(429)
    setClock(new Date('2026-09-22T12:00:18Z'))
    expect((await ask('/literature')).status).toBe(200)
    setClock(new Date('2026-09-22T12:00:24Z'))
    expect((await ask('/literature')).status).toBe(200)
  })
})

describe('The simulated NASA ADS', () => {
  test('answers with a key alone, states the limit of the day, and finds old ids', async () => {
    const simulator = startAdsSimulator({
      docs: [{ bibcode: '2026JIV.....3...11Q', identifier: ['arXiv:2609.90001'] }],
    })
    const ask = askerOf(simulator)
    const path = '/search/query?q=identifier:(%22arxiv:2609.90001%22)&fl=bibcode,pubdate'
    expect(await ask(path)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
    simulator.keys.add('lantern')
    const { body, headers } = await ask(path, { authorization: 'Bearer lantern' })
    expect(body.response).toEqual({
      numFound: 1,
      start: 0,
      docs: [{ bibcode: '2026JIV.....3...11Q', pubdate: '2026-09-00' }],
    })
    const limits = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
    expect(limits).toEqual(['5000', '4999', `${Date.parse('2026-09-23T00:00:00Z') / 1000}`])
  })
})
