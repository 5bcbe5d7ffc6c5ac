import type { VisitingSource } from './feed/visitFeed.ts'
import type { Finders } from './finders.ts'
import type {
  AnnouncingSource,
  EnrichingSource,
  FeedSource,
  LookUp,
  LookUpSource,
  Source,
  SourceWith,
} from './source.ts'
import type { VenueReadingSource } from './openreview/readVenue.ts'
import { readsTexts, readsVersions, type TextSource, type VersionedSource } from './versions.ts'

const announces = (source: Source): source is AnnouncingSource => source.announcements !== undefined
const hasFeeds = (source: AnnouncingSource): source is FeedSource => source.announcements.kind === 'feeds'
const visits = (source: Source): source is VisitingSource => 'visit' in source
const readsVenues = (source: Source): source is VenueReadingSource => 'readVenue' in source
const enriches = (source: Source): source is EnrichingSource => source.enrichment !== undefined
const notices = (source: Source): source is NoticingSource => source.notices !== undefined
const looksUp = (source: Source): source is LookUpSource => source.lookUp !== undefined
const knows = ({ prefix, alias }: LookUp, id: string): boolean =>
  id.startsWith(prefix) || (alias !== undefined && id.startsWith(alias))

/** A source that knows of notices about papers. */
export type NoticingSource = SourceWith<'notices'>

/** The sources of papers of a library by id, in the order in which they are asked. */
export class Sources extends Map<string, Source> {
  constructor(sources: readonly Source[] = []) {
    super(sources.map((source) => [source.id, source]))
  }

  /** Those whose days are read on a schedule. */
  announcing(): AnnouncingSource[] {
    return [...this.values()].filter(announces)
  }

  /** The source with this id, if its days are read on a schedule. */
  findAnnouncing(id: string): AnnouncingSource | undefined {
    return this.announcing().find((source) => source.id === id)
  }

  /** The source with this id, if it shows its current announcement in feeds. */
  findFeeds(id: string): FeedSource | undefined {
    return this.announcing()
      .filter(hasFeeds)
      .find((source) => source.id === id)
  }

  /** Those that know more about papers of other sources. */
  enriching(): EnrichingSource[] {
    return [...this.values()].filter(enriches)
  }

  /** Those that know of notices about papers. */
  noticing(): NoticingSource[] {
    return [...this.values()].filter(notices)
  }

  /** Ids of those that are asked only once an admin has switched them on: they are not needed, or need a key. */
  offAtFirst(): string[] {
    return [...this.values()].filter((source) => enriches(source) || source.key === 'required').map(({ id }) => id)
  }

  /** The first source that finds journals, subjects, queries, feeds, venues or papers by their pages, if there is one. */
  findFinder<Kind extends keyof Finders>(kind: Kind): SourceWith<Kind> | undefined {
    return [...this.values()].find((source): source is SourceWith<Kind> => source[kind] !== undefined)
  }

  /** Those that find papers by words, whether the library has them or not. */
  findingPapers(): SourceWith<'papers'>[] {
    return [...this.values()].filter((source): source is SourceWith<'papers'> => source.papers !== undefined)
  }

  /** The source that visits the feeds that readers follow, if there is one. */
  findVisiting(): VisitingSource | undefined {
    return [...this.values()].find(visits)
  }

  /** The source that reads the venues that readers follow, if there is one. */
  findVenueReading(): VenueReadingSource | undefined {
    return [...this.values()].find(readsVenues)
  }

  /** The source that can be asked for the paper with the natural id `paperId` ("arxiv:2611.01234"), if there is one. */
  findLookUp(paperId: string): LookUpSource | undefined {
    return this.#lookingUp().find(({ lookUp }) => knows(lookUp, paperId))
  }

  /** The same if it gives earlier versions of its papers. */
  findVersioned(paperId: string): VersionedSource | undefined {
    const source = this.findLookUp(paperId)
    return source !== undefined && readsVersions(source) ? source : undefined
  }

  /** The same if it gives the texts of its papers. */
  findTexts(paperId: string): TextSource | undefined {
    const source = this.findLookUp(paperId)
    return source !== undefined && readsTexts(source) ? source : undefined
  }

  /**
   * Of several ids of one paper the one to ask for, and its source: the first source that looks papers up and knows one.
   */
  chooseLookUp(paperIds: readonly string[]): { id: string; source: LookUpSource } | undefined {
    for (const source of this.#lookingUp()) {
      const id = paperIds.find((one) => knows(source.lookUp, one))
      if (id !== undefined) return { id, source }
    }
    return undefined
  }

  /** Whether something can be asked for the paper with this natural id, or for the one of the page at this address. */
  canLookUp(idOrAddress: string): boolean {
    return /^https?:/.test(idOrAddress)
      ? this.findFinder('pages') !== undefined
      : this.findLookUp(idOrAddress) !== undefined
  }

  #lookingUp(): LookUpSource[] {
    return [...this.values()].filter(looksUp)
  }
}
