import type { Dashboard } from '../../contract/dashboard.ts'
import { findChangedOn, type DatedUpdateFields, type Days } from '../../store/papers/weekPapers.ts'
import { findLicences } from '../../store/papers/paperVersions.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import { noticeKey, type KnownState } from '../../store/readers/readingListModel.ts'
import { findSavedStates } from '../../store/readers/weekItems.ts'
import { listUpdates, rankOf, sayWhatChanged } from '../readingList/paperUpdates.ts'
import { toItems } from '../readingList/readingList.ts'
import type { Week } from './weeks.ts'

type PaperUpdate = Dashboard['living'][number]

/** What changed of the papers on the reader's list in a week: how many papers, and the changes of the first `limit`. */
export interface WeekChanges {
  papers: number
  updates: PaperUpdate[]
}

/**
 * The updates that the dashboard shows, of which it is known that they came in the week: new versions and withdrawals by
 * the day of their announcement, notices by the day since when the library knows of them, articles by their day. The day
 * on which code was added is not known. Changes from before the paper was saved are left out. The most serious first.
 */
export async function findWeekChanges(userId: string, { days, span }: Week, limit: number): Promise<WeekChanges> {
  const saved = await findSavedStates(userId, span.until)
  const papers = await findChangedOn([...saved.keys()], days)
  const licences = await findLicences([...papers.keys()])
  const changed = [...papers].flatMap(([recordId, paper]) => {
    const before = saved.get(recordId)
    if (before === undefined) return []
    const updates = listUpdates(stateAtBegin(before, paper, days), paperAtEnd(paper, days), licences.get(recordId))
    return updates.length > 0 ? [{ recordId, updates }] : []
  })
  const first = changed
    .toSorted((one, other) => rankOf(one.updates) - rankOf(other.updates) || compare(one.recordId, other.recordId))
    .slice(0, limit)
  const records = await findItemsOf(
    userId,
    first.map(({ recordId }) => recordId),
  )
  const items = await toItems(records)
  const itemOf = new Map(records.map(({ paper_id }, at) => [paper_id, items[at]]))
  const shown = first.flatMap(({ recordId, updates }) => {
    const item = itemOf.get(recordId)
    return item ? updates.map((update) => ({ ...update, text: sayVersions(update), item })) : []
  })
  return { papers: changed.length, updates: await sayWhatChanged(shown) }
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

/** "you last saw version 1" is not known of a week that is over. */
const sayVersions = ({ changes, text }: Pick<PaperUpdate, 'changes' | 'text'>): string =>
  changes ? `Version ${changes.to} came after version ${changes.from}.` : text

/** The day on which a version came: that of its announcement, else that on which it was submitted. */
function dayOfVersion({ announcements }: DatedUpdateFields, { version, at }: DatedUpdateFields['versions'][number]) {
  const announced = announcements.find((one) => one.version === version)
  return announced?.on ?? at?.toISOString().slice(0, 10)
}

/** The highest version that had come by `day`. */
const versionBy = (paper: DatedUpdateFields, day: string, isBy: (on: string, day: string) => boolean): number =>
  Math.max(
    0,
    ...paper.versions.flatMap((one) => {
      const on = dayOfVersion(paper, one)
      return on !== undefined && isBy(on, day) ? one.version : []
    }),
  )

const isBefore = (on: string, day: string) => on < day
const isUntil = (on: string, day: string) => on <= day

/** What had happened to the paper before the week, or before it was saved. */
function stateAtBegin(saved: KnownState, paper: DatedUpdateFields, { from }: Days): KnownState {
  const publishedOn = paper.venue?.published_on ?? ''
  return {
    version: saved.version === null ? null : Math.max(saved.version, versionBy(paper, from, isBefore)),
    withdrawn: saved.withdrawn || (paper.withdrawn && !isNewestSince(paper, from)),
    // Of a part of a date ("2026-11") the day is not known.
    published: saved.published || publishedOn.length !== 10 || publishedOn < from,
    code: true,
    notices: [
      ...(saved.notices ?? []),
      ...(paper.notices ?? []).filter(({ known_on }) => known_on < from).map(noticeKey),
    ],
  }
}

/** A paper is withdrawn by a new version. */
function isNewestSince(paper: DatedUpdateFields, from: string): boolean {
  const newest = paper.versions.find(({ version }) => version === paper.version)
  const on = newest && dayOfVersion(paper, newest)
  return on !== undefined && on >= from
}

/** The paper as it was at the end of the week. */
function paperAtEnd(paper: DatedUpdateFields, { until }: Days): DatedUpdateFields {
  const version = paper.version === null ? null : versionBy(paper, until, isUntil) || paper.version
  const isOfVersion = version === paper.version
  return {
    ...paper,
    version,
    withdrawn: paper.withdrawn && isOfVersion,
    journal_ref: (paper.venue?.published_on ?? '') <= until ? paper.journal_ref : null,
    ...(paper.notices && { notices: paper.notices.filter(({ known_on }) => known_on <= until) }),
  }
}
