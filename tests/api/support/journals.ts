import { beforeEach } from 'bun:test'
import { createJournal } from '#api/services/ingestion/journals.ts'
import type { SimWork } from '#tests/simulators/crossref.ts'
import { simJournal, simRegistered, simWork } from '#tests/simulators/simWorks.ts'
import { simulateCrossref, usePipeline } from './pipeline.ts'

/** Two invented journals: the second one has one ISSN. */
export const VISION = 'journal.9999-9994'
export const LETTERS = 'journal.9999-9978'
const lettersOf = { issn: '9999-9978', journal: 'Letters of Nowhere' }

/** The pipeline with a simulated Crossref, which has two journals and no works before each test. */
export function useJournals() {
  const { simulator: crossref, crossref: source } = simulateCrossref()
  const pipeline = usePipeline({ further: [source], stop: () => crossref.stop() })
  beforeEach(async () => {
    crossref.works.length = 0
    crossref.requests.length = 0
    crossref.visibleFrom.clear()
    crossref.onRequest = null
    crossref.hidden = 0
    crossref.journals = [simJournal(), simJournal({ title: lettersOf.journal, ISSN: [lettersOf.issn] })]
    for (const issn of ['9999-9994', lettersOf.issn]) await createJournal(pipeline.product.sources, issn)
    crossref.requests.length = 0
  })

  /** Registers `count` papers of the first journal on `day`. Returns their ids. */
  function register(count: number, day: string, changes: Partial<SimWork> = {}): string[] {
    const works = simRegistered(count, day, changes)
    crossref.works.push(...works)
    return works.map(({ DOI }) => `doi:${DOI}`)
  }
  const registerLetters = (count: number, day: string) => register(count, day, lettersOf)

  /** Adds one record. Returns its id. */
  function add(changes: Partial<SimWork> & { DOI: string }): string {
    crossref.works.push(simWork(changes))
    return `doi:${changes.DOI}`
  }

  return { ...pipeline, crossref, source, register, registerLetters, add }
}
