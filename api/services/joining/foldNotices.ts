import { NOTICE_AUTHORS, NOTICE_KINDS, type PaperNotice } from '../../contract/papers.ts'
import type { NoticeRecord, NoticeStatement } from '../../store/papers/notices.ts'

type ShownKind = (typeof NOTICE_KINDS)[number]

/** What a reinstatement ends, and of a notice that it is not valid any more. */
const ENDING = new Set<string>(['retracted', 'removed', 'withdrawn'])
/** What a reinstatement ends besides: the concern was looked into. */
const ENDED = new Set<string>([...ENDING, 'concern'])

/**
 * The notices about a paper that has these works, the newest first. `found` are all notices about them, and those about
 * their notices. Left out are those that were taken back or set aside, those that a reinstatement ended, and those whose
 * notice was itself retracted. What several sources say of one notice is there once, with all of them.
 */
export function foldNotices(works: ReadonlySet<string>, found: readonly NoticeRecord[]): PaperNotice[] {
  const byWork = Map.groupBy(found, ({ work }) => work)
  const valid = [...works].flatMap((work) => (byWork.get(work) ?? []).filter((one) => isValid(one, byWork, new Set())))
  const groups = Map.groupBy(valid.filter(isShown), keyOf)
  return [...groups.values()]
    .map(toNotice)
    .toSorted(
      (one, other) =>
        compare(other.on ?? '', one.on ?? '') ||
        NOTICE_KINDS.indexOf(one.kind) - NOTICE_KINDS.indexOf(other.kind) ||
        compare(one.doi, other.doi) ||
        compare(one.url, other.url),
    )
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

type Shown = NoticeRecord & { kind: ShownKind }
const isShown = (notice: NoticeRecord): notice is Shown => notice.kind !== 'reinstated'

/** A paper is retracted once, whatever ids the notices have; it can be corrected several times. */
const keyOf = ({ work, kind, notice_work, said }: Shown): string =>
  ENDING.has(kind) ? `${work} ${kind}` : `${work} ${kind} ${notice_work ?? dayOf(Object.values(said))}`

function isValid(
  notice: NoticeRecord,
  byWork: ReadonlyMap<string, readonly NoticeRecord[]>,
  seen: ReadonlySet<string>,
): boolean {
  const { work, kind, notice_work, said, set_aside } = notice
  if (Object.keys(said).length === 0 || set_aside !== null) return false
  const before = new Set([...seen, work])
  const on = dayOf(Object.values(said))
  const isEnded = (other: NoticeRecord) => {
    const until = dayOf(Object.values(other.said))
    return other.kind === 'reinstated' && until !== null && (on ?? '') <= until && isValid(other, byWork, before)
  }
  if (ENDED.has(kind) && (byWork.get(work) ?? []).some(isEnded)) return false
  // A notice may be under the DOI of its paper, and notices can name each other.
  if (notice_work === null || before.has(notice_work)) return true
  return !(byWork.get(notice_work) ?? []).some(
    (other) =>
      ENDING.has(other.kind) &&
      (other.notice_work === null || !before.has(other.notice_work)) &&
      isValid(other, byWork, before),
  )
}

/** The day that the publisher gives, else the first that is known. */
export function dayOf(said: readonly NoticeStatement[]): string | null {
  const own = said.filter(({ by, on }) => by === 'publisher' && on !== null)
  const days = (own.length > 0 ? own : said).flatMap(({ on }) => on ?? [])
  return days.toSorted()[0] ?? null
}

function toNotice(group: readonly Shown[]): PaperNotice {
  const said = group.flatMap((one) => Object.values(one.said))
  const own = group.find(({ notice_work }) => notice_work !== null) ?? group[0]
  const by = NOTICE_AUTHORS.filter((author) => said.some((one) => one.by === author))
  const reason = said.find((one) => one.reason !== undefined)?.reason
  return {
    kind: own?.kind ?? 'corrected',
    doi: own?.work.replace(/^doi:/, '') ?? '',
    on: dayOf(said),
    known_on: group.map(({ known_on }) => known_on).toSorted()[0] ?? '',
    ...(reason !== undefined && { reason }),
    by,
    url: Object.values(own?.said ?? {})[0]?.url ?? '',
  }
}
