import { afterAll, expect, test } from 'bun:test'
import { Sources } from '#api/sources/sources.ts'
import { keptKeys } from '#tests/api/support/keyedSources.ts'
import { simulatePubmed } from '#tests/api/support/pipeline.ts'
import { readScreen, useTerminal } from './terminal.ts'

const KEY = 'key-of-the-environment'
const { simulator, pubmed } = simulatePubmed({ apiKey: KEY, ...keptKeys('pubmed', () => simulator.apiUrl) })
const { run, type, asAdmin } = useTerminal({ sources: new Sources([pubmed]) })
afterAll(() => simulator.stop())

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
