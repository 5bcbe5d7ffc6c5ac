import type { RegisteredServer } from '../text/taxonomy/taxonomy.ts'
/** A journal as a source describes it. */
export interface Journal {
  title: string
  publisher: string
  /** In the form "9999-9994", each once. A paper of the journal has one or more of them. */
  issns: readonly string[]
  /** Papers a day of the last twelve months or so; null if unknown. */
  per_day: number | null
  /** Share of the newest papers with an abstract, 0 to 1; null if unknown. */
  abstracts: number | null
}

/** How journals are found. Both throw "source-unavailable" with the cause. */
export interface Journals {
  /** The best matches, best first. */
  search(words: string, options: { signal: AbortSignal; tries?: number }): Promise<Journal[]>
  /** Null when there is none with this ISSN. */
  find(issn: string, options: { signal: AbortSignal; tries?: number }): Promise<Journal | null>
}

/** A subject of a preprint server whose papers are known by their DOIs. */
export interface FoundSubject {
  /** "preprintsorg.social-sciences" */
  code: string
  name: string
  perDay: number
}

/** How the subjects of such a server are found. */
export interface Subjects {
  /** Those of its newest papers, the largest first. Throws "source-unavailable" with the cause. */
  list(server: RegisteredServer, options: { signal: AbortSignal; tries?: number }): Promise<FoundSubject[]>
}

/** What a source says about a query before it is followed. */
export interface QueryFindings {
  /** The query as the source understood it. */
  understood: string
  /** Papers of the last seven days. */
  perWeek: number
  /** Phrases and fields that the source does not know and leaves out of the query. */
  ignored: string[]
}

/** How queries are checked before they are followed. */
export interface Queries {
  /** Throws "invalid-input" with the source's reason for a query that cannot be read, and "source-unavailable". */
  check(query: string, options: { signal: AbortSignal; tries?: number }): Promise<QueryFindings>
}

/** A feed that was found at an address, or that the page there names. */
export interface FoundFeed {
  /** Of the feed itself, in canonical form. */
  address: string
  title: string
  /** Titles of its newest items, three at most. */
  sample: string[]
  items: number
  /** Day of the newest item (UTC); null when no item has a date. */
  newestOn: string | null
  /** Shares of the items, 0 to 1. */
  withAbstract: number
  withDoi: number
  /** Items a day by their dates; null if they do not say. */
  perDay: number | null
  /** ISSN of the journal that the page or the feed names; null without one. */
  issn: string | null
}

/** How feeds are found. */
export interface Feeds {
  /**
   * The feeds at `address`, or that the page there names, the likeliest first. Throws "invalid-input" when there is none or
   * the address is not allowed, and "source-unavailable".
   */
  find(address: string, options: { signal: AbortSignal }): Promise<FoundFeed[]>
}

/** How the paper is found that a page of the web is about. */
export interface Pages {
  /**
   * The reference to the paper ("doi:10.5555/a", "arxiv:2611.01234", "pmid:99900001" or an address) that the page at
   * `address` names. Throws "invalid-input" with the reason when it names none or several or may not be read, and
   * "source-unavailable" when there may be an answer later.
   */
  findReference(address: string, options: { signal: AbortSignal }): Promise<string>
}

/** A conference of one year, a workshop or a journal whose accepted papers a source lists. */
export interface FoundVenue {
  /** As the source writes it: "ICLR.cc/2027/Conference". */
  id: string
  /** "ICLR 2027 Conference" */
  name: string
  /** Accepted so far; null if unknown. */
  papers: number | null
}

/** How venues are found. Both throw "source-unavailable" with the cause. */
export interface Venues {
  /** Those with all of these words, the newest first. */
  search(words: string, options: { signal: AbortSignal; tries?: number }): Promise<FoundVenue[]>
  /** Null when there is none with this id. */
  find(id: string, options: { signal: AbortSignal; tries?: number }): Promise<FoundVenue | null>
}

/** A paper as the search of a source lists it. */
export interface ListedPaper {
  /** One line, with formulas as TeX. */
  title: string
  /** The first ones. */
  authors: string[]
  /** How many authors there are besides those. */
  moreAuthors: number
  year: number | null
  /** Journal, proceedings or server; null for none. */
  venue: string | null
  /** Its identifiers in canonical form, the source's own first: "arxiv:2611.01234", "doi:10.5555/a". */
  ids: string[]
  /** The page about it at the source. */
  url: string
}

/** What the search of a source found. */
export interface ListedPapers {
  /** The best matches, best first. */
  papers: ListedPaper[]
  /** How many papers it found, including those that are not listed. */
  total: number
  /** Listed papers whose record could not be read. */
  rejected: number
}

/** How papers are found by words at a source, whether the library has them or not. */
export interface PaperSearch {
  /**
   * The papers with all of `words`, which are letters and digits with single signs inside: "COVID-19". They are no part of
   * the source's own query language. Throws "source-unavailable", without the words in its message.
   */
  search(
    words: readonly string[],
    options: { signal: AbortSignal; tries?: number; limit: number },
  ): Promise<ListedPapers>
}

/** What a source can find for a reader who looks for something to follow, or for a paper. */
export interface Finders {
  /** Journals, by name or ISSN. */
  readonly journals?: Journals
  /** The subjects of preprint servers whose papers it announces. */
  readonly subjects?: Subjects
  /** Readers can follow queries in the language of the source. */
  readonly queries?: Queries
  /** Readers can follow feeds by their addresses. */
  readonly feeds?: Feeds
  /** Papers are found by the addresses of their pages. */
  readonly pages?: Pages
  /** Venues, by words or by their ids. */
  readonly venues?: Venues
  /** Papers, by words. */
  readonly papers?: PaperSearch
}
