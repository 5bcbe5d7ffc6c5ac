import type { PaperChanges, VersionWaiting } from '../../contract/versions.ts'
import { AppError } from '../../platform/errors.ts'
import { findVersions } from '../../store/papers/paperVersions.ts'
import { compareVersions } from '../papers/versions/compareVersions.ts'
import type { Product } from '../product.ts'
import { askVersion } from './askVersion.ts'
import { findComparedVersions, type AskedVersions } from './comparedVersions.ts'

export type ChangesAnswer = { changes: PaperChanges } | { waiting: VersionWaiting }

/** So long a request waits for the source before it answers that the version is being asked for. */
const WAIT_MS = 2_000
const RETRY_SECONDS = 1

interface Asked extends AskedVersions {
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
  { countRequest, ...asked }: Asked,
): Promise<ChangesAnswer> {
  const { paper, from, to } = await findComparedVersions(asked)
  for (const version of [from, to]) {
    const { kept } = await requireVersions(paper._id)
    if (kept.has(version)) continue
    const source = sources.findVersioned(paper._id)
    if (source === undefined)
      throw new AppError(
        'not-found',
        `What version ${version} of this paper said is not kept, and cannot be asked for.`,
      )
    if (asked.user === null)
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
