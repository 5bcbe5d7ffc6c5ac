import { afterAll, expect, test } from 'bun:test'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { startArxiv } from './arxiv.ts'
import { useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
const { run, tokenOf } = useTerminal({ sources })
const search = async (...args: string[]) =>
  run(['papers', 'search', ...args], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

afterAll(() => simulator.stop())

test('A search at another service lists its papers with the ids by which they are saved', async () => {
  const title = 'Reed beacons in fog'
  for (const id of ['1706.90001', '1706.90002'])
    simulator.papers.push(simPaper({ id, title, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] }))
  const { exit, stdout, stderr } = await search('--at', 'arxiv', 'fog', 'AND', '"beacons"')
  expect(exit).toBe(0)
  expect(stdout).toMatch(
    /^arxiv:1706\.90001 +no +2017 +Reed beacons in fog .* https:\/\/arxiv\.org\/abs\/1706\.90001$/m,
  )
  expect(stderr).toContain('Searched at arXiv for: fog beacons')
  expect(stderr).toContain('Save one of them: paperdawn list add <id>')
  expect(JSON.parse((await search('--at', 'ArXiv', 'fog beacons', '--json')).stdout)).toMatchObject({
    source: 'arxiv',
    items: [{ ref: 'arxiv:1706.90001' }, { ref: 'arxiv:1706.90002' }],
  })
})

test('A search at another service says what it cannot do', async () => {
  expect((await search('--at', 'arxiv', 'unheard')).stderr).toContain('arXiv has no paper with these words.')
  const unknown = await search('--at', 'crossref', 'fog')
  expect([unknown.exit, unknown.stdout]).toEqual([3, ''])
  expect(unknown.stderr).toContain('not-found: There is no such service to search at.')
  const filtered = await search('--at', 'arxiv', '--newest', 'fog')
  expect(filtered.exit).toBe(2)
  expect(filtered.stderr).toContain('--at')
  simulator.onRequest = () => new Response('Service Unavailable', { status: 503 })
  expect((await search('--at', 'arxiv', 'mist')).stderr).toContain('source-unavailable: arXiv answers 503')
  simulator.onRequest = null
})

test('A search of the library that finds nothing names the services where the words can be searched', async () => {
  expect((await search('1706.99999')).stderr).toContain('another service with --at: arxiv.')
})
