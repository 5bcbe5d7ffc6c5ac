import { describe, expect, test } from 'bun:test'
import { deriveDays } from '#api/sources/arxiv/numbering.ts'
import type { NumberedPaper } from '#api/sources/source.ts'

// Monday 16 to Friday 20 November 2026. A batch closes at 19:00 UTC of the day before.
const TUESDAY = '2026-11-17'
const WEDNESDAY = '2026-11-18'
const THURSDAY = '2026-11-19'

const paper = (number: number, submitted: string, changes: Partial<NumberedPaper> = {}): NumberedPaper => ({
  source_id: `2611.${number}`,
  announced_on: null,
  published_at: new Date(submitted),
  public_by: null,
  versions: [{ version: 1, at: new Date(submitted) }],
  ...changes,
})

/** Papers whose day follows from their own dates: submitted on the day before, unchanged since. */
const batch = (first: number, day: string, submitted: string) =>
  Array.from({ length: 5 }, (_, n) => paper(first + n, `${submitted}T10:0${n}:00Z`, { public_by: day }))

/** The same papers, with other times of submission. */
const mixed = (batchOf: NumberedPaper[]) =>
  batchOf.map((one, n) => ({ ...one, published_at: batchOf[(3 * n) % batchOf.length]?.published_at ?? null }))

const tuesday = batch(10_100, TUESDAY, '2026-11-16')
const wednesday = batch(10_200, WEDNESDAY, '2026-11-17')
const thursday = batch(10_300, THURSDAY, '2026-11-18')

const dayOf = (one: NumberedPaper, others = [...tuesday, ...wednesday, ...thursday]) =>
  deriveDays([...others, one]).get(one.source_id)?.arrived_on

describe('The announcement day of a paper', () => {
  test('is that of its neighbours, when it was held for weeks and revised since', () => {
    const held = paper(10_203, '2026-10-29T10:00:00Z', {
      public_by: '2026-11-30',
      versions: [
        { version: 1, at: new Date('2026-10-29T10:00:00Z') },
        { version: 2, at: new Date('2026-11-27T10:00:00Z') },
      ],
    })
    expect(dayOf(held)).toBe(WEDNESDAY)
  })

  test('is that of the later batch, when its number is between two batches and it was held', () => {
    expect(dayOf(paper(10_190, '2026-11-12T10:00:00Z', { public_by: '2026-11-25' }))).toBe(WEDNESDAY)
  })

  test('is that of the next known announcement, when none is known in its time', () => {
    const monday = batch(10_400, '2026-11-23', '2026-11-20')
    const between = paper(10_200, '2026-11-17T10:00:00Z', { public_by: THURSDAY })
    expect(dayOf(between, [...tuesday, ...monday])).toBe('2026-11-23')
  })

  test('is the day of its last change, when it was held and has one version', () => {
    expect(dayOf(paper(10_190, '2026-11-12T10:00:00Z', { public_by: TUESDAY }))).toBe(TUESDAY)
  })

  test('is the day that it was submitted for, when its number is between two batches and it was not held', () => {
    const late = paper(10_190, '2026-11-16T18:30:00Z', { public_by: '2026-11-25' })
    expect(dayOf(late)).toBe(TUESDAY)
  })

  test('is the day that it was submitted for, when numbers do not follow the time of submission', () => {
    const last = paper(10_110, '2026-11-16T09:00:00Z', { public_by: '2026-11-25' })
    expect(dayOf(last, [tuesday, wednesday, thursday].flatMap(mixed))).toBe(TUESDAY)
  })

  test('is not before its submission', () => {
    const next = paper(10_190, '2026-11-17T09:00:00Z', { public_by: '2026-11-25' })
    expect(dayOf(next)).toBe(WEDNESDAY)
  })

  test('is not a day without any other paper, as a holiday that the calendar does not know', () => {
    // Submitted for Wednesday, which had no announcement: all of them were announced on Thursday.
    const moved = batch(10_300, THURSDAY, '2026-11-17')
    const revised = paper(10_290, '2026-11-17T09:00:00Z', {
      public_by: '2026-11-25',
      versions: [
        { version: 1, at: new Date('2026-11-17T09:00:00Z') },
        { version: 2, at: new Date('2026-11-24T10:00:00Z') },
      ],
    })
    expect(dayOf(revised, [...tuesday, ...moved, ...batch(10_400, THURSDAY, '2026-11-18')])).toBe(THURSDAY)
  })

  test('is that of its neighbours, when its own dates are wrong', () => {
    expect(dayOf(paper(10_203, '2030-01-01T10:00:00Z', { public_by: WEDNESDAY }))).toBe(WEDNESDAY)
    // As if announced a day later than all papers around it.
    expect(dayOf(paper(10_103, '2026-11-17T10:00:00Z', { public_by: WEDNESDAY }))).toBe(TUESDAY)
  })

  test('is that of its neighbours, when its second version was submitted before the first was announced', () => {
    const early = paper(10_204, '2026-11-17T11:00:00Z', {
      public_by: '2026-11-25',
      versions: versionsAt('2026-11-17T11:00:00Z', '2026-11-17T20:00:00Z'),
    })
    // The last of its batch, and not the one that was submitted last.
    expect(dayOf(early, [...tuesday, ...wednesday.slice(0, 4), ...thursday])).toBe(WEDNESDAY)
  })

  test('is the one that was read, for the paper and its neighbours', () => {
    const read = wednesday.map((one) => ({ ...one, published_at: null, public_by: null, announced_on: WEDNESDAY }))
    const held = paper(10_203, '2026-10-29T10:00:00Z', { public_by: '2026-11-30' })
    expect(dayOf(held, read)).toBe(WEDNESDAY)
  })

  test('is unknown for a paper with the number of an earlier month, and before the first known batch', () => {
    const old = { ...paper(1, '2018-12-15T10:00:00Z', { public_by: WEDNESDAY }), source_id: '1812.01040' }
    expect(dayOf(old)).toBeNull()
    expect(dayOf(paper(10_050, '2026-11-12T10:00:00Z', { public_by: '2026-11-25' }))).toBeNull()
  })

  test('is unknown for identifiers from before 2007', () => {
    const old = { ...paper(1, '1999-01-01T10:00:00Z', { public_by: WEDNESDAY }), source_id: 'math/9901001' }
    expect(dayOf(old)).toBeNull()
  })
})

const versionsAt = (...times: string[]) => times.map((at, n) => ({ version: n + 1, at: new Date(at) }))

describe('New versions', () => {
  test('are announced on the day that their submission belongs to, below the sixth', () => {
    const versions = versionsAt(
      '2026-11-10T10:00:00Z',
      '2026-11-16T10:00:00Z',
      '2026-11-17T10:00:00Z',
      '2026-11-17T11:00:00Z',
      '2026-11-17T12:00:00Z',
      '2026-11-18T10:00:00Z',
    )
    const revised = paper(9_000, '2026-11-10T10:00:00Z', { public_by: '2026-11-11', versions })
    expect(deriveDays([...tuesday, ...wednesday, revised]).get(revised.source_id)?.replaced).toEqual([
      { version: 2, on: TUESDAY },
      { version: 3, on: WEDNESDAY },
      { version: 4, on: WEDNESDAY },
      { version: 5, on: WEDNESDAY },
    ])
  })

  test('are announced on the next day with an announcement', () => {
    const versions = versionsAt('2026-11-10T10:00:00Z', '2026-11-17T10:00:00Z')
    const revised = paper(9_000, '2026-11-10T10:00:00Z', { public_by: '2026-11-11', versions })
    expect(deriveDays([...tuesday, ...thursday, revised]).get(revised.source_id)?.replaced).toEqual([
      { version: 2, on: THURSDAY },
    ])
  })
})
