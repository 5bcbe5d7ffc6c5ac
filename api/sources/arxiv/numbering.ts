import { addDays, isDay } from '../../platform/clock.ts'
import type { DerivedDays, NumberedPaper } from '../source.ts'
import { batchDayOf, latestWeekday, expectedDay } from './calendar.ts'

/** The feeds list new versions below this one only. */
const LISTED_VERSION_MAX = 5
/** Share of papers submitted before the one with the number before: held ones are few, in random order it is a half. */
const EARLIER_MAX = 0.25

interface Bounds {
  id: string
  submittedAt: number
  /** The earliest day that its submission allows; null when that is not known. */
  closing: string | null
  /** The paper cannot have been announced before this day. */
  from: string
  /** The paper was public on this day. */
  until: string
  isRevised: boolean
}

/**
 * Derives the announcement days of papers from arXiv's numbering. arXiv gives numbers at the announcement, so the days
 * of papers ordered by number never go back: papers whose day follows from their own dates fix the days of the papers
 * between them, also of those that moderators held. Where numbers inside a batch follow the time of submission, held papers
 * are at its beginning. A day without any such paper had no announcement. Papers with identifiers from before 2007 have
 * no day. The holidays of the calendar are not used.
 */
export function deriveDays(papers: readonly NumberedPaper[]): Map<string, DerivedDays> {
  const bounds = papers
    .filter(({ source_id }) => /^\d{4}\./.test(source_id))
    .map(toBounds)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const anchors = longestRise(bounds.flatMap((each, index) => (isAnchor(each) ? [{ index, day: each.from }] : [])))
  const realDays = [...new Set(anchors.map(({ day }) => day))]
  const arrivals = placeBetween(bounds, anchors, { realDays, isInOrder: areInOrder(bounds) })
  return new Map(
    papers.map((paper) => {
      const arrived = arrivals.get(paper.source_id) ?? null
      const replaced = replacementsOf(paper, realDays)
      return [paper.source_id, { arrived_on: arrived, replaced, changed_on: realDayOf(paper.public_by, realDays) }]
    }),
  )
}

function toBounds({ source_id, announced_on, published_at, public_by, versions }: NumberedPaper): Bounds {
  const second = versions.find(({ version }) => version === 2)?.at ?? null
  const isRevised = versions.length > 1
  const submittedAt = published_at?.getTime() ?? Number.NaN
  const closing = published_at && batchDayOf(published_at)
  const own = { id: source_id, submittedAt, closing, isRevised }
  if (announced_on !== null) return { ...own, from: announced_on, until: announced_on }
  const month = daysOfMonth(source_id.slice(0, 4))
  const from = closing === null || closing < month.first ? month.first : closing
  // A version can be replaced only after it was announced; times that contradict this say nothing.
  const replacedBy = second && expectedDay(second)
  const limits = [
    month.last,
    public_by === null ? null : latestWeekday(public_by),
    replacedBy !== null && replacedBy >= from ? replacedBy : null,
  ]
  const [until = month.last] = limits.filter((day) => day !== null).toSorted()
  return from > until ? { ...own, from: month.first, until: month.last } : { ...own, from, until }
}

/** The first and last announcement day with numbers of a month ("2611"): the month of the evening before the day. */
function daysOfMonth(digits: string): { first: string; last: string } {
  const begin = `20${digits.slice(0, 2)}-${digits.slice(2)}-01`
  if (!isDay(begin)) return { first: '0000-01-01', last: '9999-12-31' }
  return { first: addDays(begin, 1), last: Temporal.PlainDate.from(begin).add({ months: 1 }).toString() }
}

const isAnchor = ({ from, until }: Bounds) => from === until

interface Anchor {
  index: number
  day: string
}

/** The longest part of `anchors` whose days never go back: papers with wrong dates are left out. */
function longestRise(anchors: readonly Anchor[]): Anchor[] {
  // Patience sorting: `tails[n]` is the anchor with the earliest day that ends a rise of n + 1 anchors.
  const tails: number[] = []
  const before = anchors.map((): number => -1)
  for (const [at, { day }] of anchors.entries()) {
    let low = 0
    for (let high = tails.length; low < high;) {
      const middle = (low + high) >> 1
      if ((anchors[tails[middle] ?? 0]?.day ?? '') <= day) low = middle + 1
      else high = middle
    }
    before[at] = tails[low - 1] ?? -1
    tails[low] = at
  }
  const rise: Anchor[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const anchor = anchors[at]
    if (anchor) rise.push(anchor)
  }
  return rise.toReversed()
}

/** Whether papers are numbered in the order of submission, except for those that were held. */
function areInOrder(bounds: readonly Bounds[]): boolean {
  const submitted = bounds.map(({ submittedAt }) => submittedAt).filter((at) => !Number.isNaN(at))
  const earlier = submitted.filter((at, index) => at < (submitted[index - 1] ?? at)).length
  return earlier <= submitted.length * EARLIER_MAX
}

function placeBetween(
  bounds: readonly Bounds[],
  anchors: readonly Anchor[],
  { realDays, isInOrder }: Pick<Gap, 'realDays'> & { isInOrder: boolean },
): Map<string, string> {
  const placed = new Map<string, string>()
  let next = 0
  let previous: Bounds | undefined
  let reached: string | undefined
  for (const [index, each] of bounds.entries()) {
    if (anchors[next]?.index === index) {
      reached = anchors[next]?.day
      next++
    } else {
      const isEarlier = isInOrder && previous !== undefined && each.submittedAt < previous.submittedAt
      const upTo = anchors[next]?.day
      const day = choose(each, { reached, upTo, isEarlier, realDays })
      if (day === null) {
        // No announcement is known in its time: on the next one, so that it is not lost. It says nothing of others.
        if (reached !== undefined && upTo !== undefined) placed.set(each.id, upTo)
        continue
      }
      reached = day
    }
    previous = each
    if (reached !== undefined) placed.set(each.id, reached)
  }
  return placed
}

interface Gap {
  /** The day of the paper before. */
  reached: string | undefined
  /** The day of the next paper whose day is known. */
  upTo: string | undefined
  /** It was submitted before the paper with the number before. */
  isEarlier: boolean
  realDays: readonly string[]
}

function choose(
  { closing, from, until, isRevised }: Bounds,
  { reached, upTo, isEarlier, realDays }: Gap,
): string | null {
  if (reached !== undefined && reached === upTo) return reached
  const lowest = reached !== undefined && reached > from ? reached : from
  const highest = upTo !== undefined && upTo < until ? upTo : until
  // Its own dates contradict those of the papers around it.
  if (lowest > highest) return upTo ?? reached ?? null
  const options = realDays.filter((day) => day >= lowest && day <= highest)
  const [first] = options
  const last = options.at(-1)
  // The newest batch may have no paper with a known day yet. Other days without one had no announcement.
  if (first === undefined || last === undefined) return upTo === undefined ? lowest : null
  // Nothing is known of the batches before the first known one.
  if (reached === undefined && first !== from && first !== until) return null
  const dueOn = closing === null ? from : (realDays.find((day) => day >= closing) ?? closing)
  const isHeld = reached !== undefined && dueOn < reached
  // A batch begins with its oldest papers, so an earlier submission than the one before begins the next batch.
  if (!isHeld && !isEarlier) return first
  // Without a second version the metadata changed last at the announcement.
  return !isRevised && options.includes(until) ? until : last
}

/** Days on which new versions were listed, moved to the next day with an announcement. */
function replacementsOf({ versions }: NumberedPaper, realDays: readonly string[]): DerivedDays['replaced'] {
  return versions.flatMap(({ version, at }) => {
    if (version < 2 || version > LISTED_VERSION_MAX || at === null) return []
    const closing = batchDayOf(at)
    const isCovered = realDays.some((day) => day < closing)
    return [{ version, on: (isCovered && realDays.find((day) => day >= closing)) || closing }]
  })
}

/** The announcement day of a change that became public on `day`. */
function realDayOf(day: string | null, realDays: readonly string[]): string | null {
  if (day === null) return null
  return realDays.findLast((real) => real <= day) ?? latestWeekday(day)
}
