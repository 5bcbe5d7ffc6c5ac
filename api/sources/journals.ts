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
