import { describe, expect, test } from 'bun:test'
import { asked } from '#tests/api/sources/useService.ts'
import { article, preprint, useEuropepmc } from './source.ts'

const start = useEuropepmc()

describe('Europe PMC', () => {
  test('is asked once with all DOIs of a paper, and with its other ids only where it has none', async () => {
    const { read, queries } = start([])
    await read(
      asked('pmid:1', 'doi:10.5555/a', 'doi:10.5555/b', 'pmc:2'),
      asked('pmid:3', 'pmc:4'),
      asked('arxiv:2611.90001'),
      asked('arxiv:2611.90002', 'doi:10.5555/a'),
    )
    expect(queries()).toEqual(['DOI:"10.5555/a" OR DOI:"10.5555/b" OR EXT_ID:3'])
  })

  test('is not asked with a DOI that would end the text of the query', async () => {
    const { read, queries } = start([])
    await read(asked('doi:10.5555/a"or*', 'pmid:1'), asked(String.raw`doi:10.5555/a\b`), asked('doi:10.5555/(a)<b>;c'))
    expect(queries()).toEqual(['EXT_ID:1 OR DOI:"10.5555/(a)<b>;c"'])
  })

  test('is not asked about papers that it has no ids of', async () => {
    const { simulator, read } = start([article()])
    expect(await read()).toEqual({ facts: new Map(), rejected: [] })
    expect(await read(asked('arxiv:2611.90001'), asked('doi:10.5555/a"'))).toEqual({ facts: new Map(), rejected: [] })
    expect(simulator.requests).toEqual([])
  })

  test('is asked with the first versions of a preprint whose server has a DOI for each', async () => {
    const { read, queries } = start([
      preprint({ doi: '10.26434/chemrxiv-2025-abc1d-v2', versionNumber: 2, abstractText: 'The second.' }),
      preprint({ doi: '10.31234/osf.io/ab3de_v1', id: 'PPR999002' }),
    ])
    const osf = asked('doi:10.31234/osf.io/ab3de', 'osf:ab3de')
    const chemrxiv = asked('doi:10.26434/chemrxiv-2025-abc1d', 'doi:10.26434/chemrxiv-2025-abc1d-v5')
    const { facts } = await read(chemrxiv, osf)
    expect([...facts.keys()]).toEqual(['doi:10.26434/chemrxiv-2025-abc1d', 'doi:10.31234/osf.io/ab3de'])
    const terms = ['', '-v1', '-v2', '-v5'].map((version) => `DOI:"10.26434/chemrxiv-2025-abc1d${version}"`)
    const ofOsf = ['', '_v1', '_v2'].map((version) => `DOI:"10.31234/osf.io/ab3de${version}"`)
    expect(queries()).toEqual([[...terms, ...ofOsf].join(' OR ')])
  })

  test('is asked in halves when the query would be too long, or finds more than an answer has', async () => {
    const dois = Array.from({ length: 40 }, (_, index) => `10.5555/${'lantern.'.repeat(12)}${index}`)
    const { simulator, read, queries } = start(dois.map((doi, index) => article({ id: `${index + 1}`, doi })))
    expect((await read(...dois.map((doi) => asked(`doi:${doi}`)))).facts.size).toBe(40)
    expect(queries().map((query) => query.split(' OR ').length)).toEqual([20, 20])
    for (const { url } of simulator.requests) expect(url.length).toBeLessThan(8_000)

    simulator.requests.length = 0
    const versions = [1, 2].flatMap((number) =>
      Array.from({ length: 60 }, (_, version) =>
        preprint({ id: `PPR${number}${version}`, doi: `10.5555/${number}`, versionNumber: version }),
      ),
    )
    simulator.results.push(...versions)
    expect((await read(asked('doi:10.5555/1'), asked('doi:10.5555/2'))).facts.size).toBe(2)
    expect(queries()).toEqual(['DOI:"10.5555/1" OR DOI:"10.5555/2"', 'DOI:"10.5555/1"', 'DOI:"10.5555/2"'])
  })
})
