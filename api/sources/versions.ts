import type { LookUp, Source, SourceRecord } from './source.ts'

/** How earlier versions of a paper are asked for, of a source that gives them. */
export interface VersionLookUp extends LookUp {
  /**
   * One version of the paper `sourceId`, in one request; null when the source has no such version. Throws
   * "source-unavailable", also for a record that cannot be used.
   */
  readVersion(
    sourceId: string,
    version: number,
    options: { signal: AbortSignal; tries?: number },
  ): Promise<SourceRecord | null>
}

/** A source that can be asked for earlier versions of its papers. */
export type VersionedSource = Source & { readonly lookUp: VersionLookUp }

export const readsVersions = (source: Source): source is VersionedSource =>
  source.lookUp !== undefined && 'readVersion' in source.lookUp
