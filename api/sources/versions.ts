import type { Segment } from '../contract/papers.ts'
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

/** The text of a paper. */
export interface PaperText {
  sections: TextSection[]
}

/** A section without the sections in it, which follow it. The first one may be without a title: what is before all others. */
export interface TextSection {
  /** 1: a section; 2 and 3: a section in one. */
  level: number
  number: string | null
  title: string
  /** Paragraphs, formulas, captions and rows of tables. */
  paragraphs: Segment[][]
}

/** Why a version has no text that can be compared. */
export type NoText = 'none' | 'other-form' | 'too-large'

/** How the texts of versions are asked for, of a source that gives them. */
export interface TextLookUp extends VersionLookUp {
  /** Where the text of a version can be read. */
  textUrl(sourceId: string, version: number): string
  /** The text of a version, in one request. Throws "source-unavailable". Nothing of it is kept. */
  readText(
    sourceId: string,
    version: number,
    options: { signal: AbortSignal },
  ): Promise<{ text: PaperText } | { problem: NoText }>
}

/** A source that gives the texts of its papers. */
export type TextSource = Source & { readonly lookUp: TextLookUp }

export const readsTexts = (source: Source): source is TextSource =>
  source.lookUp !== undefined && 'readText' in source.lookUp

/** A source that can be asked for earlier versions of its papers. */
export type VersionedSource = Source & { readonly lookUp: VersionLookUp }

export const readsVersions = (source: Source): source is VersionedSource =>
  source.lookUp !== undefined && 'readVersion' in source.lookUp
