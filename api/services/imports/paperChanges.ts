import type { ChangesQuery, PaperChanges, VersionWaiting } from '../../contract/versions.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findPaper, type PaperRecord } from '../../store/papers/papers.ts'
import { findVersions } from '../../store/papers/paperVersions.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { compareVersions } from '../papers/versions/compareVersions.ts'
import type { Product } from '../product.ts'
import { askVersion } from './askVersion.ts'

export type ChangesAnswer = { changes: PaperChanges } | { waiting: VersionWaiting }

/** So long a request waits for the source before it answers that the version is being asked for. */
const WAIT_MS = 2_000
const RETRY_SECONDS = 1

interface Asked extends ChangesQuery {
  paperId: string
  /** Null for a visitor who is not signed in, for whom no source is asked. */
  user: UserRecord | null
  /** Called before a source is asked, and may throw. */
  countRequest: () => void
}

/**
 * What changed from the version `from` of a paper to `to`. A version that is not kept is asked for at the source of the
 * paper, for readers who are signed in; while that takes long, the answer says when to ask again. Throws "not-found" for a
 * paper or version that does not exist, "invalid-input" when `from` is not before `to`, "unauthenticated" when a visitor
 * wants a version that must be asked for, and "source-unavailable" or "conflict" as `askVersion` does.
 */
export async function getPaperChanges(
  { sources }: Pick<Product, 'sources'>,
  { paperId, user, countRequest, ...query }: Asked,
): Promise<ChangesAnswer> {
  const paper = await findPaper(paperId)
  if (paper === null) throw new AppError('not-found', 'This paper is not in the library.')
  const { from, to } = await chooseVersions(paper, user, query)
  for (const version of [from, to]) {
    const { kept } = await requireVersions(paper._id)
    if (kept.has(version)) continue
    const source = sources.findVersioned(paper._id)
    if (source === undefined)
      throw new AppError(
        'not-found',
        `What version ${version} of this paper said is not kept, and cannot be asked for.`,
      )
    if (user === null)
      throw new AppError('unauthenticated', `Sign in to have version ${version} asked for at ${source.name}.`)
    const isKept = await askVersion(sources, source, { paperId: paper._id, version }, { waitMs: WAIT_MS, countRequest })
    if (!isKept) return { waiting: { source: source.name, version, retry_after: RETRY_SECONDS } }
  }
  const { kept } = await requireVersions(paper._id)
  const [before, after] = [kept.get(from), kept.get(to)]
  // It was removed at this moment.
  if (before === undefined || after === undefined) throw new AppError('not-found', 'This paper is not in the library.')
  return { changes: compareVersions(before, after) }
}

async function requireVersions(paperId: string) {
  const known = (await findVersions([paperId])).get(paperId)
  if (known === undefined) throw new AppError('not-found', 'This paper has no versions.')
  return known
}

async function chooseVersions(paper: PaperRecord, user: UserRecord | null, query: ChangesQuery) {
  const newest = paper.version
  if (newest === null) throw new AppError('not-found', 'This paper has no versions.')
  const { to = newest } = query
  const from = query.from ?? (user && (await findSeenVersion(user, paper, to))) ?? findVersionBefore(paper, to)
  const unknown = [from, to].find((version) => version > newest || version < 1)
  if (newest === 1) throw new AppError('not-found', 'This paper has one version only.')
  if (unknown === 0) throw new AppError('not-found', 'There is no version before version 1.')
  if (unknown !== undefined)
    throw new AppError('not-found', `This paper has no version ${unknown}: the newest one is version ${newest}.`)
  if (from >= to) throw invalidField('from', 'The version to compare from must be before the other one.')
  return { from, to }
}

/** The version before `to` that the reader saw last of a paper on the list, or saved; null when there is none. */
async function findSeenVersion(user: UserRecord, paper: PaperRecord, to: number): Promise<number | null> {
  const [item] = await findItemsOf(user._id, paper.record_ids ?? [paper._id])
  const seen = [item?.known.version, item?.snapshot.version]
  return seen.find((version) => version !== null && version !== undefined && version < to) ?? null
}

const findVersionBefore = ({ versions }: PaperRecord, to: number): number =>
  versions.findLast(({ version }) => version < to)?.version ?? to - 1
