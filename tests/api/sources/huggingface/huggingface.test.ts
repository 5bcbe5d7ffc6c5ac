import { beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import { createHuggingfaceSource, type HuggingfaceSource } from '#api/sources/huggingface/huggingface.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { FAULTS, signal, useService, withKey } from '#tests/api/sources/useService.ts'
import {
  startHuggingfaceSimulator,
  type HuggingfaceSimulator,
  type SimDailyPaper,
} from '#tests/simulators/huggingface.ts'

/** A Tuesday. */
const DAY = '2026-11-24'
beforeEach(() => setClock(new Date(`${DAY}T12:00:00Z`)))

const paper = (changes: Partial<SimDailyPaper> = {}): SimDailyPaper => ({
  id: '2611.90001',
  listedAt: `${DAY}T03:10:00.000Z`,
  ...changes,
})
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => paper({ id: `2611.${String(10_000 + index)}` }))

const startService = useService<HuggingfaceSimulator, HuggingfaceSource>(createHuggingfaceSource)
function start(papers: SimDailyPaper[], options: Partial<ServiceOptions> = {}) {
  const { simulator, source } = startService(startHuggingfaceSimulator({ papers }), options)
  return { simulator, source, read: (day = DAY) => source.enrichment.readList(day, { signal }) }
}

describe('Hugging Face', () => {
  test('knows votes, comments, code, project and summary of the papers of a list', async () => {
    const { simulator, source, read } = start([
      paper({
        githubRepo: 'https://github.com/example/lantern#readme',
        githubStars: 120,
        projectPage: 'https://example.org/lantern',
        ai_summary: 'A benchmark\nof  night &amp; vision.',
      }),
      paper({ id: '2611.90002', upvotes: 0, comments: 0 }),
    ])
    const { facts, rejected } = await read()
    expect(rejected).toEqual([])
    expect([...facts]).toEqual([
      [
        'arxiv:2611.90001',
        {
          url: 'https://huggingface.co/papers/2611.90001',
          upvotes: 31,
          comments: 2,
          code_url: 'https://github.com/example/lantern',
          stars: 120,
          project_url: 'https://example.org/lantern',
          summary: 'A benchmark of night & vision.',
        },
      ],
      ['arxiv:2611.90002', { url: 'https://huggingface.co/papers/2611.90002', upvotes: 0, comments: 0 }],
    ])
    expect(simulator.requests.map(({ url, userAgent }) => [url, userAgent])).toEqual([
      ['/api/daily_papers?date=2026-11-24&limit=100', 'Paperdawn/0.1 (mailto:ada@example.org)'],
    ])
    expect(source).toMatchObject({ id: 'hf', name: 'Hugging Face', key: 'optional' })
    expect(source.defaults).toEqual({ gapMs: 0, addresses: { api: simulator.apiUrl }, requestsPerDay: 500 })
    expect(source.shortestGap(['https://huggingface.co'])).toBe(700)
    expect(source.enrichment).toMatchObject({ kind: 'lists', days: 7 })
  })

  test('has more votes when a list is read again', async () => {
    const { read } = start([paper({ votesPerDay: 5 })])
    const votes = async () => (await read()).facts.get('arxiv:2611.90001')?.upvotes
    expect(await votes()).toBe(31)
    setClock(new Date('2026-11-27T12:00:00Z'))
    expect(await votes()).toBe(46)
  })

  test('has empty lists at weekends, and no list of a day to come or of none', async () => {
    const { simulator, read } = start([])
    expect(await read('2026-11-22')).toEqual({ facts: new Map(), rejected: [] })
    expect(await sentenceOf(read('2026-11-25'))).toBe(
      'source-unavailable: Hugging Face answers 400: Date is in the future.',
    )
    expect(await sentenceOf(read('yesterday'))).toBe('source-unavailable: Hugging Face answers 400: Invalid date.')
    expect(simulator.requests).toHaveLength(3)
  })

  test('is asked for further pages while a page is full, five at most', async () => {
    const { simulator, read } = start(numbered(250))
    expect((await read()).facts.size).toBe(250)
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/api/daily_papers?date=2026-11-24&limit=100',
      '/api/daily_papers?date=2026-11-24&limit=100&p=1',
      '/api/daily_papers?date=2026-11-24&limit=100&p=2',
    ])
    simulator.requests.length = 0
    simulator.ignoresPages = true
    const { facts, rejected } = await read()
    expect([facts.size, simulator.requests.length]).toEqual([100, 5])
    expect(rejected).toEqual([{ reason: 'the list goes on after 500 papers', raw: DAY }])
  })

  test('gives the papers of a page that cannot be used, with the reason, and reads the others', async () => {
    const { read } = start([paper({ id: 'lantern' }), paper()])
    const { facts, rejected } = await read()
    expect([...facts.keys()]).toEqual(['arxiv:2611.90001'])
    expect(rejected).toEqual([
      { reason: '“lantern” is not an arXiv id', raw: expect.stringContaining('"id":"lantern"') },
    ])
  })

  test('gives no part of a list when a later page fails', async () => {
    const { simulator, read } = start(numbered(150))
    simulator.onRequest = ({ url }) => (url.endsWith('&p=1') ? new Response('', { status: 500 }) : undefined)
    expect(await sentenceOf(read())).toBe('source-unavailable: Hugging Face answers 500.')
  })
})

describe('The key of Hugging Face', () => {
  test('is in a header of requests to the address that it is saved for alone', async () => {
    const { simulator, source, read } = start([paper()], withKey('hf_lantern'))
    simulator.keys.add('hf_lantern')
    expect((await read()).facts.size).toBe(1)
    expect(simulator.authorizations).toEqual(['Bearer hf_lantern'])
    const other = start([])
    await source.test?.({ api: other.simulator.apiUrl }, { signal })
    expect(other.simulator.authorizations).toEqual([null])
    // The service sends us elsewhere.
    simulator.onRequest = () =>
      new Response(null, { status: 302, headers: { location: `${other.simulator.apiUrl}/api/daily_papers` } })
    expect(await sentenceOf(read())).toContain('sent us to an address we do not follow')
    expect(other.simulator.requests).toHaveLength(1)
    expect(simulator.requests.every(({ url }) => !url.includes('hf_lantern'))).toBe(true)
  })

  test('is not needed, and one that is refused is left out', async () => {
    const { simulator, read } = start([paper()])
    expect((await read()).facts.size).toBe(1)
    expect(simulator.authorizations).toEqual([null])
    const refused = start([paper()], withKey('hf_old'))
    expect((await refused.read()).facts.size).toBe(1)
    expect((await refused.read()).facts.size).toBe(1)
    expect(refused.simulator.authorizations).toEqual(['Bearer hf_old', null, null])
  })
})

describe('Hugging Face, when it', () => {
  test.each(FAULTS)('answers with $fault, is unavailable with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([paper()])
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read())).toStartWith(`source-unavailable: Hugging Face ${reason}`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read()).facts.size).toBe(1)
  })

  test('sends bytes that are not UTF-8, is asked again, and then believed about the other papers', async () => {
    const { simulator, read } = start([paper({ ai_summary: 'Lanterns by João.' }), paper({ id: '2611.90002' })])
    simulator.fail('not-utf8')
    expect((await read()).facts.get('arxiv:2611.90001')?.summary).toBe('Lanterns by João.')
    expect(simulator.requests).toHaveLength(2)
    simulator.fail('not-utf8', { times: 2 })
    const { facts, rejected } = await read()
    expect([...facts.keys()]).toEqual(['arxiv:2611.90002'])
    expect(rejected.map(({ reason }) => reason)).toEqual(['it is not valid UTF-8'])
  })

  test('asks for a pause, gets it', async () => {
    const { simulator, read } = start([paper()])
    simulator.fail('rate-limited', { retryAfter: '3000' })
    expect(await sentenceOf(read())).toStartWith('source-unavailable: Hugging Face asks us to slow down (429); it may')
    expect(await sentenceOf(read())).toStartWith('source-unavailable: Hugging Face asked for a pause')
    expect(simulator.requests).toHaveLength(1)
  })

  test('has had all requests of a window, answers again in the next one', async () => {
    const { simulator, read } = start([paper()])
    simulator.windowMax.anonymous = 1
    await read()
    expect(await sentenceOf(read())).toContain('asks us to slow down (429)')
    setClock(new Date(`${DAY}T12:05:00Z`))
    expect((await read()).facts.size).toBe(1)
  })

  test('does not answer, or not at all, is unavailable', async () => {
    const slow = start([], { limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    slow.simulator.fail('hang')
    expect(await sentenceOf(slow.read())).toBe('source-unavailable: Hugging Face did not answer in time.')
    const { simulator, read } = start([paper()], { retries: { tries: 1 } })
    await simulator.down()
    expect(await sentenceOf(read())).toBe('source-unavailable: Hugging Face refused the connection.')
  })

  test('has had all requests of the day, is not asked', async () => {
    const { simulator, read } = start([paper()], { takeFromBudget: async () => 3_600_000 })
    expect(await sentenceOf(read())).toContain('has been sent all requests that it may be sent today')
    expect(simulator.requests).toEqual([])
  })

  test('is tested, is asked for one paper', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'Hugging Face answers.' },
    ])
    expect(simulator.requests.map(({ url }) => url)).toEqual(['/api/daily_papers?limit=1'])
    simulator.fail('other-json')
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { ok: false, message: expect.stringContaining('it is not what Hugging Face sends') },
    ])
  })
})
