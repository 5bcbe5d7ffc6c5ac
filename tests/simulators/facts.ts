import { startAdsSimulator } from './ads.ts'
import { startEuropepmcSimulator } from './europepmc.ts'
import { startHuggingfaceSimulator } from './huggingface.ts'
import { startInspireSimulator } from './inspire.ts'
import { simOpenWork, startOpenalexSimulator } from './openalex.ts'
import { simRow, startRetractionWatchSimulator } from './retractionWatch.ts'
import { simScholarPaper, startSemanticScholarSimulator } from './semanticScholar.ts'
import type { SimPaper } from './simPapers.ts'
import type { SimWork } from './crossref.ts'

/** What the simulated services of facts know about. */
interface Known {
  papers: readonly Pick<SimPaper, 'id' | 'title'>[]
  works: readonly SimWork[]
  /** The day of the list of Hugging Face. */
  day: string
  /** The first of seven ports in a row. */
  port: number
}

/**
 * Serves the services that know more about papers: Semantic Scholar about every third paper and all works, OpenAlex about
 * all works, Hugging Face about the first forty papers; Europe PMC, INSPIRE and NASA ADS about none; and a file of Retraction Watch with one row. The key of all
 * is "invented-key". Returns their settings.
 */
export function serveFacts({ papers, works, day, port }: Known): Record<string, string> {
  const dois = works.map(({ DOI }) => DOI)
  const scholar = [
    ...papers.flatMap(({ id, title }, index) =>
      index % 3 === 0 ? [simScholarPaper(index, { title, externalIds: { ArXiv: id }, citationCount: index % 40 })] : [],
    ),
    ...dois.map((DOI, index) => simScholarPaper(100_000 + index, { externalIds: { DOI }, abstract: null })),
  ]
  const open = dois.map((DOI, index) => simOpenWork(index, { doi: `https://doi.org/${DOI.toLowerCase()}` }))
  const daily = papers.slice(0, 40).map(({ id }, index) => ({
    id,
    listedAt: `${day}T03:10:00.000Z`,
    upvotes: 60 - index,
    votesPerDay: 2,
    ...(index % 2 === 0 && { githubRepo: `https://github.com/example/lantern-${index}`, githubStars: 3 * index }),
    ...(index % 4 === 0 && { ai_summary: 'A benchmark of invented lanterns, and a small model that counts them.' }),
  }))
  return {
    SEMANTIC_SCHOLAR_URL: startSemanticScholarSimulator({ papers: scholar, port }).apiUrl,
    OPENALEX_URL: startOpenalexSimulator({ works: open, port: port + 1 }).apiUrl,
    HUGGINGFACE_URL: startHuggingfaceSimulator({ papers: daily, port: port + 2 }).apiUrl,
    EUROPEPMC_URL: startEuropepmcSimulator({ port: port + 3 }).apiUrl,
    INSPIRE_URL: startInspireSimulator({ port: port + 4 }).apiUrl,
    ADS_URL: startAdsSimulator({ port: port + 5 }).apiUrl,
    RETRACTION_WATCH_URL: startRetractionWatchSimulator({
      rows: [simRow(1, { OriginalPaperDOI: '10.5555/retracted' })],
      port: port + 6,
    }).apiUrl,
  }
}
