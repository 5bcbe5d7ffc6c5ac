import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { parseRss } from '#api/sources/arxiv/rss.ts'
import { parseOai } from '#api/sources/arxiv/oaiRecords.ts'
import { parseResponse, stopParsing } from '#api/sources/parsing/parseResponse.ts'
import { isAlive, runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

afterAll(stopParsing)

const version = '<version version="v1"><date>Wed, 18 Nov 2026 12:00:00 GMT</date></version>'
const record = (n: number) =>
  `<record><header><datestamp>2026-11-19</datestamp></header><metadata><arXivRaw><id>2611.${10_000 + n}</id>${version}` +
  `<title>T</title><authors>A. Lind</authors><categories>cs.LG</categories><abstract>A</abstract></arXivRaw></metadata></record>`
const page = (count: number) =>
  `<OAI-PMH><ListRecords>${Array.from({ length: count }, (_, n) => record(n)).join('')}</ListRecords></OAI-PMH>`
const options = {}
/** 20 MB that take some time: an item is rejected for each text that is too long. */
const hostile = `<rss><channel>${`<item><title>${'&a'.repeat(500_000)}</title></item>`.repeat(20)}</channel></rss>`

/** Counts the answers of an HTTP server in this process while `work` runs. */
async function countAnswers(work: () => unknown): Promise<number> {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') })
  let answers = 0
  const stop = new AbortController()
  const asking = (async () => {
    while (!stop.signal.aborted) {
      await fetch(server.url)
      answers += 1
    }
  })()
  await waitUntil(() => answers > 0)
  const before = answers
  await work()
  const during = answers - before
  stop.abort()
  await asking
  return during
}

describe('A response that is parsed in its own process', () => {
  test('has the same content as one that is parsed here, dates included', async () => {
    const parsed = await parseResponse('oai', page(50), options)
    expect(parsed).toEqual(parseOai(page(50), options))
    expect(parsed.records[0]?.published_at).toBeInstanceOf(Date)
  })

  test('fails with the same SyntaxError', async () => {
    for (const body of ['', 'Rate exceeded.', '<rss><channel>', '<!DOCTYPE x><rss/>']) {
      const failure = await parseResponse('rss', body, {}).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SyntaxError)
      expect(() => parseRss(body)).toThrow((failure as SyntaxError).message)
    }
  })

  test('does not delay requests, however large and hostile it is', async () => {
    expect(await countAnswers(() => parseRss(hostile))).toBe(0)
    expect(await countAnswers(() => parseResponse('rss', hostile, {}))).toBeGreaterThan(0)
  })

  test.each([
    [{ timeMs: 1 }, 'its answer could not be parsed in time'],
    [{ memoryBytes: 1 }, 'its answer needs too much memory to be parsed'],
  ])('is given up at a limit %j, and the next one is parsed', async (limits, problem) => {
    // Takes far longer than the pause between two looks at the memory.
    const body = page(10_000)
    const [failure, next] = await Promise.all([
      parseResponse('oai', body, options, limits).catch((error: unknown) => error),
      parseResponse('oai', page(1), options),
    ])
    expect(failure).toEqual(new SyntaxError(problem))
    expect(next.records).toHaveLength(1)
  })

  test('is parsed by a new process when the old one was killed', async () => {
    await parseResponse('oai', page(1), options)
    await stopParsing()
    expect((await parseResponse('oai', page(2), options)).records).toHaveLength(2)
  })

  const script = `
    const { parseResponse } = await import('#api/sources/parsing/parseResponse.ts')
    await parseResponse('oai', process.argv[1], {})
    console.log('parsed')
    if (process.argv[2] === 'stay') setInterval(() => undefined, 1000)
    const { readFileSync } = await import('node:fs')
    const children = () => readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8').trim()
    process.on('exit', () => console.log(children()))
  `

  test('does not keep the product running', async () => {
    await using product = runScript(script, { args: [page(1), 'end'] })
    expect(await product.nextLine()).toBe('parsed')
    // It has ended before its idle parser.
    expect(await product.nextLine()).toMatch(/^\d+$/)
    expect(await product.exited).toBe(0)
  })

  test('leaves no process behind when the product is killed', async () => {
    await using product = runScript(script, { args: [page(1), 'stay'] })
    expect(await product.nextLine()).toBe('parsed')
    const [parser = 0] = readFileSync(`/proc/${product.pid}/task/${product.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
    expect(isAlive(parser)).toBeTrue()
    await product.kill('SIGKILL')
    await waitUntil(() => !isAlive(parser))
  })
})
