import { beforeEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import { createEuropepmcSource, type EuropepmcSource } from '#api/sources/europepmc/europepmc.ts'
import { asked, signal, useService } from '#tests/api/sources/useService.ts'
import { startEuropepmcSimulator, type EuropepmcSimulator, type SimResult } from '#tests/simulators/europepmc.ts'

export const article = (changes: Partial<SimResult> = {}): SimResult => ({
  id: '99900001',
  source: 'MED',
  pmid: '99900001',
  pmcid: 'PMC9990001',
  doi: '10.5555/JIV.2026.0011',
  abstractText: 'We count lanterns.',
  citedByCount: 2,
  ...changes,
})
export const preprint = (changes: Partial<SimResult> = {}): SimResult => ({
  id: 'PPR999001',
  source: 'PPR',
  doi: '10.64898/2026.09.18.999001',
  abstractText: 'We invent lanterns.',
  versionNumber: 1,
  ...changes,
})
export const ARTICLE = asked('doi:10.5555/jiv.2026.0011')
export const PREPRINT = asked('doi:10.64898/2026.09.18.999001')

/** A source and a simulated Europe PMC with these records for each test. */
export function useEuropepmc() {
  beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))
  const startService = useService<EuropepmcSimulator, EuropepmcSource>(createEuropepmcSource)
  return function start(results: SimResult[], options: Partial<ServiceOptions> = {}) {
    const { simulator, source } = startService(startEuropepmcSimulator({ results }), options)
    const read = (...papers: ReturnType<typeof asked>[]) => source.enrichment.readFacts(papers, { signal })
    const queries = () =>
      simulator.requests.map(({ url }) => new URL(url, simulator.apiUrl).searchParams.get('query') ?? '')
    return { simulator, source, read, queries }
  }
}
