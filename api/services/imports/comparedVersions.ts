import type { ChangesQuery } from '../../contract/versions.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findPaper, type PaperRecord } from '../../store/papers/papers.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'

export interface AskedVersions extends ChangesQuery {
  paperId: string
  /** Null for a visitor who is not signed in. */
  user: UserRecord | null
}

/**
 * The paper and the two versions of it that are compared. Throws "not-found" for a paper or version that does not exist,
 * and "invalid-input" when `from` is not before `to`.
 */
export async function findComparedVersions({ paperId, user, ...query }: AskedVersions) {
  const paper = await findPaper(paperId)
  if (paper === null) throw new AppError('not-found', 'This paper is not in the library.')
  return { paper, ...(await chooseVersions(paper, user, query)) }
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
