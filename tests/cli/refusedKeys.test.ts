import { afterAll, expect, test } from 'bun:test'
import { Sources } from '#api/sources/sources.ts'
import { createOpenalexSource } from '#api/sources/openalex/openalex.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { asked } from '#tests/api/sources/useService.ts'
import { keptKeys } from '#tests/api/support/keyedSources.ts'
import { FAST_RETRIES, simulatePubmed } from '#tests/api/support/pipeline.ts'
import { startOpenalexSimulator } from '#tests/simulators/openalex.ts'
import { readScreen, useTerminal } from './terminal.ts'

const KEY = 'key-of-the-environment'
const { simulator, pubmed } = simulatePubmed({
  gapMs: undefined,
  apiKey: KEY,
  ...keptKeys('pubmed', () => simulator.apiUrl),
})
const openalexSimulator = startOpenalexSimulator()
const openalex = createOpenalexSource({
  apiUrl: openalexSimulator.apiUrl,
  contactEmail: 'papers@example.org',
  gapMs: 0,
  retries: FAST_RETRIES,
  rateLimit: mongoRateLimit(),
  ...keptKeys('openalex', () => openalexSimulator.apiUrl),
})
const { run, type, asAdmin } = useTerminal({ sources: new Sources([pubmed, openalex]) })
afterAll(() => Promise.all([simulator.stop(), openalexSimulator.stop()]))

test('A key that its service refuses is a state of the source, with what to do below the table and in the health', async () => {
  await pubmed.queries.check('lanterns[ti]', { signal: new AbortController().signal })
  const env = await asAdmin()
  const { stdout, stderr } = await run(['admin', 'sources'], { env })
  expect(stdout).toMatch(/^pubmed +key-refused .* on demand /m)
  expect(stderr).toMatch(
    /PubMed refuses the key of the setting PUBMED_API_KEY since .+\(at most 3 a second in place of 10\); .+ paperdawn admin sources set pubmed --key\n/,
  )
  const health = await run(['admin', 'health'], { env })
  expect(health.stdout).toMatch(/^PubMed +slow .* PubMed refuses the key of the setting PUBMED_API_KEY/m)
  expect([stdout, stderr, health.stdout].join()).not.toContain(KEY)

  const screen = await type(['admin', 'sources'], { env })
  expect(await screen.exited).toBe(0)
  const table = readScreen(screen.text())
    .split('\n')
    .filter((line) => /^(SOURCE|pubmed)/.test(line))
  expect(table).toHaveLength(2)
  expect(table.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
})

test('The settings of a source say how long the pause is while its key is left out', async () => {
  const env = await asAdmin()
  await run(['admin', 'sources', 'set', 'pubmed', '--key-stdin'], { env, input: 'wrong-key\n' })
  const pause = async () =>
    (await run(['admin', 'sources', 'show', 'pubmed'], { env })).stdout
      .split('\n')
      .find((line) => line.startsWith('pause '))
  expect(await pause()).toMatch(/^pause +110 ms$/)
  await pubmed.queries.check('lanterns[ti]', { signal: new AbortController().signal })
  expect(await pause()).toMatch(/^pause +110 ms, but 370 ms because the key is refused$/)
})

test('The settings of a source say how many requests are allowed while its key is left out', async () => {
  const env = await asAdmin()
  const args = ['admin', 'sources', 'set', 'openalex', '--key-stdin', '--requests', '5000', '--enabled']
  await run(args, { env, input: 'wrong-key\n' })
  const { enrichment } = openalex
  if (enrichment.kind !== 'papers') throw new Error('it is asked by paper')
  await enrichment.readFacts([asked('doi:10.5555/jiv.2026.1')], { signal: new AbortController().signal })
  const { stdout } = await run(['admin', 'sources', 'show', 'openalex'], { env })
  expect(stdout).toMatch(/^requests a day +5000 \(default: 800\)$/m)
  expect(stdout).toMatch(/^requests today +0 of 800, because the key is refused; anew at /m)
})
