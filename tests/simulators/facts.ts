import { startAdsSimulator } from './ads.ts'
import { startEuropepmcSimulator } from './europepmc.ts'
import { startHuggingfaceSimulator } from './huggingface.ts'
import { startInspireSimulator } from './inspire.ts'
import { olderDocs, olderHits, olderResults, olderScholarPapers } from './olderPapers.ts'
import { simOpenWork, startOpenalexSimulator } from './openalex.ts'
import { simScholarPaper, startSemanticScholarSimulator } from './semanticScholar.ts'
import type { SimPaper } from './simPapers.ts'
import type { SimWork } from './crossref.ts'

/** What the simulated services of facts know about. */
interface Known {
  papers: readonly Pick<SimPaper, 'id' | 'title'>[]
  works: readonly SimWork[]
  /** The day of the list of Hugging Face. */
  day: string
  /** The first of six ports in a row; 0 for free ones. */
  port: number
}

/** The key that all of them accept. */
export const FACTS_KEY = 'invented-key'

/** The port `offset` after the first one; 0 for a free one if that is 0. */
export const portAfter = (first: number, offset: number): number => (first === 0 ? 0 : first + offset)

/**
 * Serves the services that know more about papers: Semantic Scholar about every third paper and all works, OpenAlex about
 * all works, Hugging Face about the first forty papers; Europe PMC, INSPIRE, NASA ADS and Semantic Scholar about some older ones
 * (`olderPapers.ts`). Returns their settings.
 */
export function serveFacts({ papers, works, day, port }: Known): Record<string, string> {
  const scholar = [
    ...olderScholarPapers,
    ...papers.flatMap(({ id, title }, index) =>
      index % 3 === 0 ? [simScholarPaper(index, { title, externalIds: { ArXiv: id }, citationCount: index % 40 })] : [],
    ),
    ...works.map(({ DOI, title }, index) =>
      simScholarPaper(100_000 + index, { externalIds: { DOI }, title: [title].flat()[0], abstract: null }),
    ),
  ]
  const open = works.map(({ DOI }, index) => simOpenWork(index, { doi: `https://doi.org/${DOI.toLowerCase()}` }))
  const daily = papers.slice(0, 40).map(({ id }, index) => ({
    id,
    listedAt: `${day}T03:10:00.000Z`,
    upvotes: 60 - index,
    votesPerDay: 2,
    ...(index % 2 === 0 && { githubRepo: `https://github.com/example/lantern-${index}`, githubStars: 3 * index }),
    ...(index % 4 === 0 && { ai_summary: 'A benchmark of invented lanterns, and a small model that counts them.' }),
  }))
  const at = (offset: number) => portAfter(port, offset)
  const huggingface = startHuggingfaceSimulator({ papers: daily, port: at(2) })
  const ads = startAdsSimulator({ docs: [...olderDocs], port: at(5) })
  for (const { keys } of [huggingface, ads]) keys.add(FACTS_KEY)
  return {
    SEMANTIC_SCHOLAR_URL: startSemanticScholarSimulator({ papers: scholar, port }).apiUrl,
    OPENALEX_URL: startOpenalexSimulator({ works: open, port: at(1) }).apiUrl,
    HUGGINGFACE_URL: huggingface.apiUrl,
    EUROPEPMC_URL: startEuropepmcSimulator({ results: [...olderResults], port: at(3) }).apiUrl,
    INSPIRE_URL: startInspireSimulator({ hits: [...olderHits], port: at(4) }).apiUrl,
    ADS_URL: ads.apiUrl,
  }
}
