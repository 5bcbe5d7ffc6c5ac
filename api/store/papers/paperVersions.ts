import { model, Schema } from 'mongoose'
import type { Author } from '../../contract/papers.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { PRECEDENCE, type PaperContent, type SourceInterface } from './paperMerge.ts'
import { Papers } from './paperModel.ts'

/** What one version of a paper says. Null is unknown, or nothing. */
export interface VersionContent {
  version: number
  /** When it was submitted. */
  at: Date | null
  title: string
  abstract: string
  authors: Author[]
  comment: string | null
  categories: string[]
  license: string | null
  journal_ref: string | null
  withdrawn: boolean
  /** Interface that it comes from: a feed has neither comments nor journal references. */
  source_interface: SourceInterface
}

/** A version that is not the newest one any more. */
type VersionRecord = Partial<VersionContent> & { _id: string; paper_id: string; version: number; rank: number }

const { Mixed } = Schema.Types
// Without defaults: a field that is not there is filled when another interface reports it.
const schema = new Schema<VersionRecord>(
  {
    _id: { type: String, required: true },
    paper_id: { type: String, required: true },
    version: { type: Number, required: true },
    /** Of `source_interface`: the text of a better interface replaces another one. */
    rank: { type: Number, required: true },
    at: Date,
    title: String,
    abstract: String,
    authors: { type: [Mixed] as never, default: undefined },
    comment: String,
    categories: { type: [String], default: undefined },
    license: String,
    journal_ref: String,
    withdrawn: Boolean,
    source_interface: String,
  },
  {
    collection: 'paper_versions',
    shardKey: { paper_id: 'hashed' },
    strict: 'throw',
    autoIndex: false,
    versionKey: false,
  },
)
schema.index({ paper_id: 1, version: 1 }, { name: 'paper' })
const Versions = model('PaperVersion', schema)

type Kept = Omit<VersionContent, 'at'> & { at?: Date | null }

/**
 * Keeps versions of papers, one record for each. Known fields are never replaced by unknown ones, and the text of an
 * interface with a better text not by that of another one. Idempotent; several processes may keep the same version.
 */
export async function keepVersions(versions: readonly { paperId: string; content: Kept }[]): Promise<void> {
  if (versions.length === 0) return
  const operations = versions.map(({ paperId, content }) => {
    const { version, source_interface } = content
    const rank = PRECEDENCE[source_interface]
    const known = Object.entries(content).filter(([, value]) => value !== null && value !== '' && !isEmptyList(value))
    return {
      updateOne: {
        filter: { _id: `${paperId}v${version}`, paper_id: paperId, rank: { $lte: rank } },
        update: { $set: { ...Object.fromEntries(known), rank } },
        upsert: true,
      },
    }
  })
  await Versions.bulkWrite(operations, { ordered: false }).catch(ignoreBetterText)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The version is there with the text of a better interface: the insertion fails with a duplicate key. */
function ignoreBetterText(error: unknown): void {
  if (!isDuplicate(error)) throw error
}

/** What a stored or reported paper says of its version; null if that is unknown. */
export function versionOf(
  content: Omit<VersionContent, 'version' | 'at'> & Pick<PaperContent, 'version' | 'updated_at' | 'abstract_from'>,
): VersionContent | null {
  const { version, updated_at, title, authors, comment, categories, license, journal_ref, withdrawn } = content
  if (version === null) return null
  // An abstract that another service gave is not that of a version.
  const abstract = content.abstract_from === undefined ? content.abstract : ''
  const { source_interface } = content
  const said = { title, abstract, authors, comment, categories, license, journal_ref, withdrawn, source_interface }
  return { version, at: updated_at, ...said }
}

/** What is known of the versions of a paper. */
export interface KnownVersions {
  /** The version that is stored as the paper. */
  newest: VersionContent
  /** Those that are kept, the newest included, by their number. */
  kept: Map<number, VersionContent>
}

/**
 * The known versions of papers by id, of those of `ids` that are stored and have versions. What was joined to a paper from
 * other records of it is no part of its versions.
 */
export async function findVersions(ids: readonly string[]): Promise<Map<string, KnownVersions>> {
  const [papers, kept] = await Promise.all([
    Papers.find({ _id: { $in: [...ids] } }).lean(),
    Versions.find({ paper_id: { $in: [...ids] } }).lean<VersionRecord[]>(),
  ])
  const keptOf = Map.groupBy(kept, ({ paper_id }) => paper_id)
  return new Map(
    papers.flatMap((paper) => {
      const newest = versionOf(paper)
      if (newest === null) return []
      const older = (keptOf.get(paper._id) ?? []).map((record) => toContent(record))
      return [[paper._id, { newest, kept: new Map([...older, newest].map((one) => [one.version, one])) }] as const]
    }),
  )
}

const toContent = ({ version, at, title, abstract, authors, ...record }: VersionRecord): VersionContent => ({
  version,
  at: at ?? null,
  title: title ?? '',
  abstract: abstract ?? '',
  authors: authors ?? [],
  comment: record.comment ?? null,
  categories: record.categories ?? [],
  license: record.license ?? null,
  journal_ref: record.journal_ref ?? null,
  withdrawn: record.withdrawn ?? false,
  source_interface: record.source_interface ?? 'rss',
})

export type LicensedVersion = Pick<VersionContent, 'version' | 'at'> & { license: string }

/**
 * The versions of papers whose licence is known, by id, the oldest first, of papers that have a later version than the
 * first. Without their texts: a reader's whole list is asked for.
 */
export async function findLicences(ids: readonly string[]): Promise<Map<string, LicensedVersion[]>> {
  const license = { $ne: null }
  const [papers, kept] = await Promise.all([
    Papers.find(
      { _id: { $in: [...ids] }, version: { $gt: 1 }, license },
      { version: 1, updated_at: 1, license: 1 },
    ).lean(),
    Versions.find({ paper_id: { $in: [...ids] }, license }, { paper_id: 1, version: 1, at: 1, license: 1 }).lean(),
  ])
  const all = [
    ...papers.map(({ _id, version, updated_at, license: named }) => ({
      id: _id,
      version,
      at: updated_at,
      license: named,
    })),
    ...kept.map(({ paper_id, version, at = null, license: named }) => ({ id: paper_id, version, at, license: named })),
  ].flatMap(({ version, license: named, ...one }) => (version && named ? [{ ...one, version, license: named }] : []))
  const byId = Map.groupBy(all, ({ id }) => id)
  return new Map(
    [...byId].map(([id, versions]) => [id, versions.toSorted((one, other) => one.version - other.version)]),
  )
}

/** Deletes the kept versions of papers. Safe to repeat. */
export async function removeVersions(paperIds: readonly string[]): Promise<void> {
  await Versions.deleteMany({ paper_id: { $in: [...paperIds] } })
}
