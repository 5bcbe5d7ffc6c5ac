import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { addDays } from '../../platform/clock.ts'
import type { SourcePage } from '../source.ts'
import { BEGINNING, describeDays, ListPosition, readList, type ListOptions } from './postedList.ts'

/** Days of one list. Two weeks of bioRxiv have 3,000 rows, and from there on many requests fail. */
const LIST_DAYS = 7

interface Range {
  from: string
  until: string
}

export interface ReadOptions extends ListOptions, Range {
  /** The first and the last announcement day that can be read now. */
  readable: Range
  after?: string
}

/** Where reading continues. As JSON it is the cursor of a page. */
const Position = Type.Object({
  /** The announcement days that were asked for: a cursor of other days is not used. */
  from: Type.String(),
  until: Type.String(),
  /** The first posted day of the list that is read; null when all lists have been read. */
  day: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]),
  /** Rows of the lists before this one. */
  before: Type.Integer({ minimum: 0 }),
  list: ListPosition,
})
type Position = Static<typeof Position>

/**
 * Reads every version whose announcement day is in the range (inclusive): it was posted on the day before. The days of a
 * week are read as one list. Throws "source-unavailable" with the cause before the end rather than leave some out.
 */
export async function* readDays(options: ReadOptions): AsyncIterable<SourcePage> {
  const range = {
    from: latest(options.from, options.readable.from),
    until: earliest(options.until, options.readable.until),
  }
  if (range.from > range.until) return
  const first = addDays(range.from, -1)
  const last = addDays(range.until, -1)
  let at = parseCursor(options.after, range) ?? { ...range, day: first, before: 0, list: BEGINNING }
  while (at.day !== null) {
    const days = { from: at.day, to: earliest(addDays(at.day, LIST_DAYS - 1), last) }
    const isOnly = days.from === first && days.to === last
    const { before } = at
    for await (const { page, end, next, isRepeated } of readList(days, at.list, options)) {
      const { offset, total } = end
      const done = before + offset
      at =
        next === null
          ? { ...range, day: dayAfter(days.to, last), before: done, list: BEGINNING }
          : { ...at, list: next }
      yield {
        records: page.records,
        rejected: page.rejected,
        cursor: JSON.stringify(at),
        done,
        // What later lists have is not known yet.
        ...(isOnly && total !== null && { total }),
        step: `${describeDays(days)}, ${offset}${total === null ? '' : ` of ${total}`}${isRepeated ? ', once more because the list changed' : ''}`,
      }
    }
  }
}

const dayAfter = (day: string, last: string) => (day < last ? addDays(day, 1) : null)
const earliest = (one: string, other: string) => (one < other ? one : other)
const latest = (one: string, other: string) => (one > other ? one : other)

/** Null for no cursor, or that of other days: they are read from their beginning. */
function parseCursor(after: string | undefined, { from, until }: Range): Position | null {
  try {
    const position: unknown = JSON.parse(after ?? 'null')
    return Value.Check(Position, position) && position.from === from && position.until === until ? position : null
  } catch {
    // Recovered: it is none of this source.
    return null
  }
}
