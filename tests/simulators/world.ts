import { addDays, ARXIV_ZONE, instantOf, weekday } from '#api/platform/clock.ts'
import { announcedAt } from './arxivState.ts'
import { RandomNumbers } from './randomNumbers.ts'
import type { SimPaper } from './simPapers.ts'
import { inventPaper, withAliases, ARCHIVES_WITH_EMPTY_DAYS, CATEGORY_WEIGHTS, inventOldPapers } from './worldPapers.ts'

export interface WorldOptions {
  seed: number
  /** First and last day of the world. */
  from: string
  until: string
  /** New papers of an average announcement. */
  perDay?: number
  /** Weekdays without announcement: their papers are part of the next one. */
  holidays?: readonly string[]
  /** Share of the new papers that moderators held for 2 to 20 days. */
  heldShare?: number
  /** Numbers within a batch in random order. Default: in order of submission, so that held papers are first. */
  shuffled?: boolean
}

export interface World {
  seed: number
  papers: SimPaper[]
  /** The announcement days, oldest first. */
  days: string[]
}

/** What happens on one announcement day. Submissions after `after` and until `until` are in its batch. */
interface Batch {
  day: string
  previous: string
  after: number
  until: number
  /** Categories of the archives that announce something on the day. */
  open: ReadonlySet<string>
}

const DAY_MS = 86_400_000
const HELD_DAYS = [2, 20] as const
/** Feeds list replacements up to version 5 only; some papers are replaced beyond that. */
const VERSIONS_MAX = 7

/**
 * An arXiv from `from` to `until`: every announcement with new, held, replaced, cross-listed, withdrawn and otherwise
 * changed papers. Depends only on its options.
 */
export function makeWorld({ seed, from, until, ...options }: WorldOptions): World {
  const { perDay = 45, holidays = [], heldShare = 0.02, shuffled = false } = options
  const random = new RandomNumbers(seed)
  const papers = inventOldPapers(random, 3 * perDay)
  const restless = new Set<SimPaper>()
  const takeNumber = createNumbers(random)
  const days: string[] = []
  for (let day = from; day <= until; day = addDays(day, 1))
    if (weekday(day) % 6 !== 0 && !holidays.includes(day)) days.push(day)
  let previous = previousOf(from, holidays)
  for (const day of days) {
    const batch: Batch = { day, previous, ...windowOf(previous, day), open: openCategories(random) }
    changeOlder(papers, batch, { random, perDay, restless })
    const count = random.between(Math.ceil(perDay * 0.75), Math.floor(perDay * 1.25))
    const fresh = Array.from({ length: count }, () => {
      const heldMs = random.chance(heldShare) ? random.between(...HELD_DAYS) * DAY_MS : 0
      const submitted = new Date(instantIn(batch, random) - heldMs)
      return inventPaper(random, { day, submitted, open: batch.open })
    })
    const ordered = shuffled
      ? random.shuffle(fresh)
      : fresh.toSorted((one, other) => submittedAt(one) - submittedAt(other))
    for (const paper of ordered) paper.id = takeNumber(day)
    papers.push(...ordered)
    if (random.chance(0.5)) restless.add(random.pick(ordered))
    previous = day
  }
  return { seed, papers, days }
}

const submittedAt = ({ versions }: SimPaper) => versions[0]?.at.getTime() ?? 0

/** Ids are given at the announcement, on the evening before its day, in rising order and with gaps. */
function createNumbers(random: RandomNumbers): (day: string) => string {
  const last = new Map<string, number>()
  return (day) => {
    const evening = addDays(day, -1)
    const month = evening.slice(2, 4) + evening.slice(5, 7)
    const number = (last.get(month) ?? random.between(20, 60)) + random.between(1, 8)
    last.set(month, number)
    return `${month}.${String(number).padStart(5, '0')}`
  }
}

/** A batch closes at 14:00 Eastern on the evening of its announcement; Monday's on Friday. */
const closingOf = (day: string) => instantOf(addDays(day, weekday(day) === 1 ? -3 : -1), '14:00', ARXIV_ZONE).getTime()
const windowOf = (previous: string, day: string) => ({ after: closingOf(previous), until: closingOf(day) })
const instantIn = ({ after, until }: Batch, random: RandomNumbers) =>
  // Whole seconds, because arXiv has no fractions; never exactly at the deadline.
  Math.floor((after + 1_000 + random.next() * (until - after - 2_000)) / 1_000) * 1_000

function previousOf(day: string, holidays: readonly string[]): string {
  let before = addDays(day, -1)
  while (weekday(before) % 6 === 0 || holidays.includes(before)) before = addDays(before, -1)
  return before
}

function openCategories(random: RandomNumbers): ReadonlySet<string> {
  const closed = new Set(ARCHIVES_WITH_EMPTY_DAYS.filter(() => random.chance(0.25)))
  return new Set([...CATEGORY_WEIGHTS.keys()].filter((code) => !closed.has(code.split('.')[0] ?? '')))
}

/** Announces replacements, withdrawals and late cross-lists of earlier papers, and changes metadata of others. */
function changeOlder(
  papers: readonly SimPaper[],
  batch: Batch,
  { random, perDay, restless }: { random: RandomNumbers; perDay: number; restless: ReadonlySet<SimPaper> },
): void {
  const { day, previous, open } = batch
  const isOpen = ({ categories }: SimPaper) => withAliases(categories).every((code) => open.has(code))
  const isChangeable = (paper: SimPaper) =>
    lastDay(paper) < day && paper.versions.at(-1)?.source_type !== 'I' && isOpen(paper)
  const available = new Set(random.shuffle(papers.filter(isChangeable)))
  const take = (count: number, fits: (paper: SimPaper) => boolean = () => true) => {
    const taken = [...available].filter(fits).slice(0, count)
    for (const paper of taken) available.delete(paper)
    return taken
  }
  const replace = (paper: SimPaper, source_type?: string) => {
    // A paper gets its number when it is announced: before that it cannot be replaced.
    const at = Math.max(instantIn(batch, random), announcedAt(lastDay(paper)).getTime() + 1_000)
    paper.versions.push({ at: new Date(at), ...(source_type && { source_type }) })
    paper.announced.push({ on: day, type: 'replace' })
  }
  for (const paper of take(perDay, (one) => restless.has(one) && hasRoom(one))) replace(paper)
  const fresh = (paper: SimPaper) => lastDay(paper) === previous && paper.versions.length === 1
  for (const paper of take(Math.ceil(perDay * 0.04), fresh)) replace(paper)
  for (const paper of take(Math.ceil(perDay * 0.2), hasRoom)) replace(paper)
  for (const paper of take(1, hasRoom)) replace(paper, 'I')
  for (const paper of take(Math.ceil(perDay * 0.06))) {
    const known = withAliases(paper.categories)
    const added = random.pick([...open].filter((code) => !known.includes(code)))
    paper.categories.push(added)
    paper.announced.push({ on: day, type: 'cross', to: [added] })
  }
  for (const paper of take(Math.ceil(perDay * 0.08), ({ modified_on }) => modified_on === undefined))
    paper.modified_on = addDays(day, random.between(0, 2))
}

const hasRoom = ({ versions }: SimPaper) => versions.length < VERSIONS_MAX
const lastDay = ({ announced }: SimPaper) => announced.at(-1)?.on ?? ''
