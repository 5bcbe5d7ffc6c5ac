import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '#api/platform/config.ts'
import { feedStore } from '#api/services/ingestion/feedVisits.ts'
import { venueStore } from '#api/services/ingestion/venueReadings.ts'
import { createSources } from '#api/sources/createSources.ts'
import { rememberRefusedKeys } from '#api/sources/refusedKeys.ts'
import { makeFolder, runScript } from '#tests/support/process.ts'
import { FACTS_KEY } from './facts.ts'
import { localRateLimit } from './rateLimit.ts'

const DAY = '2026-11-20'
const paper = {
  id: '2611.10001',
  title: 'Kettles in tune',
  abstract: 'We tune kettles.',
  authors: ['Odalys Vane'],
  categories: ['cs.LG'],
  comment: null,
  crawl_date: DAY,
}
const PORTS = ['port', 'crossref-port', 'biorxiv-port', 'eprint-port', 'pubmed-port', 'feeds-port', 'facts-port']
const { signal } = new AbortController()
const resources = new AsyncDisposableStack()
let sources: ReturnType<typeof createSources>
let settings: [string, string][]

beforeAll(async () => {
  const folder = resources.use(await makeFolder())
  const file = join(folder.path, 'papers.jsonl')
  await Bun.write(file, JSON.stringify(paper))
  const ports = [...PORTS, 'openreview-port', 'notices-port'].flatMap((name) => [`--${name}`, '0'])
  const script = resources.use(
    runScript("await import('#tests/simulators/serve.ts')", {
      args: ['--', '--papers', file, '--day', DAY, ...ports],
    }),
  )
  let line = await script.nextLine()
  while (line?.startsWith('ARXIV_RSS_URL=') === false) line = await script.nextLine()
  if (line === undefined) throw new Error('it ended without a word of its settings')
  settings = line.split(' ').map((setting) => setting.split('=') as [string, string])
  sources = createSources(readConfig({ NODE_ENV: 'test', ...Object.fromEntries(settings) }), {
    rateLimit: localRateLimit(),
    readSettings: async ({ id }) => ({ gap_ms: 0, addresses: {}, ...(sources.get(id)?.key && { key: FACTS_KEY }) }),
    followRequests: () => ({}),
    keepRefusedKeys: rememberRefusedKeys,
    takeRequest: async () => 0,
    readQueries: async () => new Map(),
    feedStore,
    venueStore,
  })
})
afterAll(() => resources.disposeAsync())

test('Each setting of the product is printed once', () => {
  const names = settings.map(([name]) => name)
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
})

const search = async (id: string) => {
  const source = sources.findingPapers().find((one) => one.id === id)
  return (await source?.papers.search(['Lanterns'], { signal, limit: 20 }))?.papers ?? []
}

test.each([
  ['arxiv', 'Lanterns counted from orbit', 'arxiv:1706.90001'],
  ['pubmed', 'Lanterns and the sleep of imaginary moths', 'doi:10.5555/jim.2016.77'],
  ['europepmc', 'Cells that glow like lanterns', 'doi:10.5555/invented.2019.3'],
  ['inspire', 'Lanterns in fog: a century of harbour records', 'doi:10.5555/jiv.2014.0005'],
  ['ads', 'A catalogue of drifting lanterns', 'arxiv:1809.90002'],
  ['s2', 'Lanterns counted from orbit', 'arxiv:1706.90001'],
])('%s, served for a try by hand, lists older papers, which can be looked up', async (id, title, wanted) => {
  const papers = await search(id)
  expect(papers.find((one) => one.title === title)?.ids).toContain(wanted)
  for (const { title: listed, ids: known } of papers) {
    const chosen = sources.chooseLookUp(known)
    if (chosen === undefined) continue
    const { lookUp } = chosen.source
    const pages = await Array.fromAsync(lookUp.readByIds([chosen.id.slice(lookUp.prefix.length)], { signal }))
    expect(pages.flatMap(({ records }) => records.map((record) => record.title))).toEqual([listed])
  }
})
