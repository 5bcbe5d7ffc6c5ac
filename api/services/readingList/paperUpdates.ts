import type { Dashboard } from '../../contract/dashboard.ts'
import { describeNotice, WITHDRAWALS } from '../../contract/limits.ts'
import { NOTICE_KINDS } from '../../contract/papers.ts'
import { findPaperUpdateFields, type PaperUpdateFields } from '../../store/papers/paperFacts.ts'
import { findLicences, findVersions, type LicensedVersion } from '../../store/papers/paperVersions.ts'
import { findItemsOf, findKnownStates } from '../../store/readers/readingList.ts'
import { noticeKey, toKnownState, type KnownState } from '../../store/readers/readingListModel.ts'
import { describeReplacedLicence, listReplacedLicences } from '../../text/licences.ts'
import { compareVersions } from '../papers/versions/compareVersions.ts'
import { toItems } from './readingList.ts'

const UPDATES_MAX = 10

type PaperUpdate = Dashboard['living'][number]

/** Returns the changes to papers on the reader's list since the reader last opened them. */
export const findPaperUpdates = async (userId: string): Promise<PaperUpdate[]> =>
  findUpdatesSince(userId, await findKnownStates(userId))

/** As `findPaperUpdates`, where the caller has read what the reader has seen, by paper id. */
export async function findUpdatesSince(userId: string, known: ReadonlyMap<string, KnownState>): Promise<PaperUpdate[]> {
  const papers = await findPaperUpdateFields([...known.keys()])
  // A licence is replaced by a version.
  const revised = [...known].filter(([id, { version }]) => (papers.get(id)?.version ?? 0) > (version ?? 0))
  const licences = revised.length > 0 ? await findLicences(revised.map(([id]) => id)) : new Map<string, never[]>()
  const found = [...known].flatMap(([paperId, before]) => {
    const changes = listUpdates(before, papers.get(paperId), licences.get(paperId))
    return changes.length > 0 ? [[paperId, changes] as const] : []
  })
  // What speaks against a paper is never left out for what is new about others.
  const updates = new Map(found.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)))
  const order = [...updates.keys()].slice(0, UPDATES_MAX)
  if (order.length === 0) return []
  const stored = await findItemsOf(userId, order)
  const records = stored.toSorted((one, other) => order.indexOf(one.paper_id) - order.indexOf(other.paper_id))
  const items = await toItems(records)
  const shown = items
    .flatMap((item, at) => (updates.get(records[at]?.paper_id ?? '') ?? []).map((update) => ({ ...update, item })))
    .slice(0, UPDATES_MAX)
  return sayWhatChanged(shown)
}

/** Says in a few words what changed in the new versions, of papers of which both versions are kept. */
export async function sayWhatChanged(updates: PaperUpdate[]): Promise<PaperUpdate[]> {
  const ids = updates.flatMap(({ item, changes }) => (changes ? item.paper.id : []))
  if (ids.length === 0) return updates
  const versions = await findVersions(ids)
  return updates.map((update) => {
    const { from = 0, to = 0 } = update.changes ?? {}
    const kept = versions.get(update.item.paper.id)?.kept
    const [before, after] = [kept?.get(from), kept?.get(to)]
    if (!before || !after) return update
    const { summary } = compareVersions(before, after)
    const words = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`.replace(': ', ', ')
    return { ...update, text: `Version ${to} is out: ${words}` }
  })
}

/** The most serious first. */
const AGAINST: readonly PaperUpdate['kind'][] = NOTICE_KINDS

/** The lowest for a paper that is retracted. */
export const rankOf = (updates: readonly Pick<PaperUpdate, 'kind'>[]): number =>
  Math.min(...updates.map(({ kind }) => (AGAINST.includes(kind) ? AGAINST.indexOf(kind) : AGAINST.length)))

/** What is new of a paper since the state `before`. `licences` are those of its versions, the oldest first. */
export function listUpdates(
  before: KnownState,
  paper: PaperUpdateFields | undefined,
  licences: readonly LicensedVersion[] = [],
): Omit<PaperUpdate, 'item'>[] {
  if (paper === undefined) return []
  const after = toKnownState(paper)
  const updates: Omit<PaperUpdate, 'item'>[] = (paper.notices ?? [])
    .filter((notice) => !before.notices?.includes(noticeKey(notice)))
    .map((notice) => ({ kind: notice.kind, text: `${describeNotice(notice)}.` }))
  if (after.withdrawn && !before.withdrawn)
    updates.push({ kind: 'withdrawn', text: WITHDRAWALS[paper.withdrawn_by ?? 'unknown'] })
  else if (before.version !== null && after.version !== null && after.version > before.version)
    updates.push({
      kind: 'new_version',
      text: `Version ${after.version} is out; you last saw version ${before.version}.`,
      changes: { from: before.version, to: after.version },
    })
  for (const replaced of listReplacedLicences(licences)) {
    const { version } = replaced.version
    if (before.version !== null && version > before.version && version <= (after.version ?? 0))
      updates.push({ kind: 'licence', text: describeReplacedLicence(replaced) })
  }
  if (after.published && !before.published) updates.push({ kind: 'published', text: `Published: ${paper.journal_ref}` })
  if (after.code && !before.code) updates.push({ kind: 'code', text: 'Its code is out.' })
  return updates
}
