import type { AnnouncingSource, LookUpSource, Source } from './source.ts'

type Sources = ReadonlyMap<string, Source>

const announces = (source: Source): source is AnnouncingSource => source.announcements !== undefined
const looksUp = (source: Source): source is LookUpSource => source.lookUp !== undefined

/** The sources whose days are read on a schedule. */
export const announcingSources = (sources: Sources): AnnouncingSource[] => [...sources.values()].filter(announces)

/** The source with this id, if its days are read on a schedule. */
export function findAnnouncing(sources: Sources, id: string): AnnouncingSource | undefined {
  const source = sources.get(id)
  return source !== undefined && announces(source) ? source : undefined
}

/** The source that can be asked for the paper with the natural id `paperId` ("arxiv:2611.01234"), if there is one. */
export const findLookUpSource = (sources: Sources, paperId: string): LookUpSource | undefined =>
  [...sources.values()].filter(looksUp).find(({ lookUp }) => paperId.startsWith(lookUp.prefix))

/**
 * Of several ids of one paper the one to ask for: that of the first source that looks papers up, in the order of
 * `sources`. Undefined when no source knows any of them.
 */
export const chooseLookUpId = (sources: Sources, paperIds: readonly string[]): string | undefined =>
  [...sources.values()]
    .filter(looksUp)
    .flatMap(({ lookUp }) => paperIds.find((id) => id.startsWith(lookUp.prefix)) ?? [])[0]
