import { addDays } from '#api/platform/clock.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { announcePapers, feedRecord } from './records.ts'

export const TODAY = '2026-11-17'
export const QUESTION = 'Does anyone calibrate lanterns for herons?'
/** Number of the first paper that answers the question. */
const FIRST = 5_000

/** Text of words that no other paper has, and some that all have. */
const filler = (number: number) =>
  Array.from({ length: 40 }, (_, at) =>
    at % 4 === 0 ? 'result' : `zol${((number * 7 + at) % 700).toString(26)}mek`,
  ).join(' ')

/** Stores 900 papers of the day before, on nothing that is asked for: what questions are measured against. */
export async function storeBackground(day = addDays(TODAY, -1), from = 1_001): Promise<void> {
  const numbers = Array.from({ length: 900 }, (_, index) => index + from)
  await savePapers(
    numbers.map((number) =>
      normalise(feedRecord(number, day, { title: `Notes ${filler(number).slice(0, 30)}`, abstract: filler(number) })),
    ),
    { generation: 0 },
  )
  await recordAnnouncement('arxiv', day, { seen: 900, complete: true })
}

type Changes = Parameters<typeof announcePapers>[1][number]['changes']

/** A paper that answers the question. */
export const answering = (number: number, changes: Changes = {}) => ({
  number: FIRST + number,
  changes: {
    id: `arxiv:2611.${String(FIRST + number).padStart(5, '0')}`,
    source_id: `2611.${String(FIRST + number).padStart(5, '0')}`,
    title: `Calibrated lanterns for herons, part ${number}`,
    abstract: `We calibrate lanterns for herons. ${filler(FIRST + number)}`,
    ...changes,
  },
})
export const answerId = (number: number) => `arxiv:2611.${String(FIRST + number).padStart(5, '0')}`

/** A paper on nothing that is asked for. */
export const other = (number: number, changes: Changes = {}) =>
  answering(number, { title: 'Notes of glass', abstract: filler(number), ...changes })
