import type { DeclaredLink } from '../contract/papers.ts'

/** A paper that an enriching source is asked about. */
export interface AskedPaper {
  /** The id under which the paper is stored: "arxiv:2609.90001". */
  id: string
  /** All its identifiers in canonical form, `id` first: "doi:10.5555/a", "pmid:99900001", "pmc:9990001". */
  ids: readonly string[]
}

/** What a source says about a paper that another one announced. Unknown is absent. */
export interface Facts {
  /** The source's page about the paper, which is linked wherever these facts are shown. */
  url: string
  /** Cleaned as in a SourceRecord. */
  abstract?: string
  /** What the paper is about in a sentence or two that a program wrote. */
  summary?: string
  citations?: number
  upvotes?: number
  comments?: number
  code_url?: string
  /** Stars of the repository at `code_url`. */
  stars?: number
  project_url?: string
  /** Where its PDF can be read without paying. */
  pdf_url?: string
  /** Other records of the same work, as this third party says. */
  links?: Pick<DeclaredLink, 'type' | 'to'>[]
}

/** The facts of one answer, by the id of each paper that the source knows. */
export interface FactsPage {
  facts: Map<string, Facts>
  /** Entries that could not be read: why, and the entry as received, at most 64 KB. */
  rejected: { reason: string; raw: string }[]
}

/** How a source is asked for facts about papers. What reads throws "source-unavailable" with the cause. */
export type Enrichment = EnrichmentByPaper | EnrichmentByList

/** A source that is asked about single papers. */
export interface EnrichmentByPaper {
  readonly kind: 'papers'
  /** What an id begins with that the source can be asked with: "arxiv:", "doi:". */
  readonly prefixes: readonly string[]
  /** Which papers it is asked about: all, or those without an abstract alone, because of a small budget. */
  readonly extent: 'all' | 'without-abstract'
  /** Archives of arXiv whose papers alone it is asked about; absent for all papers. */
  readonly archives?: readonly string[]
  /** Days after a paper was stored on which it is asked about, ascending. It knows many new papers only then. */
  readonly askedOnDays: readonly number[]
  /** Papers of one reading. */
  readonly batchMax: number
  /** The facts by `id` of the papers. Papers that the source does not know yet are left out. */
  readFacts(papers: readonly AskedPaper[], options: { signal: AbortSignal }): Promise<FactsPage>
  /** It knows which papers cite which. */
  readonly citing?: Citing
}

/** A source with a list of papers a day, whose facts change for some days. */
export interface EnrichmentByList {
  readonly kind: 'lists'
  /** As many days are read again, today included. */
  readonly days: number
  /** The facts of the list of `day` (UTC), by canonical id: "arxiv:2609.90001". */
  readList(day: string, options: { signal: AbortSignal }): Promise<FactsPage>
}

/** The references of the papers of one answer. */
export interface ReferencesPage {
  /** Canonical ids of the works that a paper cites, by its id. Without papers whose references are not known. */
  references: Map<string, string[]>
  /** Entries that could not be read: why, and the entry as received, at most 64 KB. */
  rejected: { reason: string; raw: string }[]
}

/** A paper that cites another one. */
export interface CitingPaper {
  /** As the source names it. */
  source_id: string
  /** Plain text. */
  title: string
  /** In canonical form; empty if it has none that is known here. */
  ids: string[]
  /** The day on which it was published; null if that is not known. */
  published_on: string | null
}

/** What a source lists as the citations of a paper. */
export interface Citations {
  /** Null if the source does not know the cited paper. */
  citing: CitingPaper[] | null
  /** The paper has more citations than the source lists. */
  isCut: boolean
  /** Requests that were needed. */
  requests: number
  /** Entries that could not be read: why, and the entry as received, at most 64 KB. */
  rejected: { reason: string; raw: string }[]
}

/** How a source is asked which papers cite which. What reads throws "source-unavailable" with the cause. */
export interface Citing {
  /** Days after a paper was stored on which its references are asked for, ascending, until they are known. */
  readonly askedOnDays: readonly number[]
  /** Papers of one reading of references. */
  readonly batchMax: number
  /** What papers cite. Papers without a list are left out: an empty one means that it is not known. */
  readReferences(papers: readonly AskedPaper[], options: { signal: AbortSignal }): Promise<ReferencesPage>
  /** The papers that cite a paper. Throws before the end rather than leave some out. */
  readCitations(paper: AskedPaper, options: { signal: AbortSignal }): Promise<Citations>
}
