import { describe, expect, test } from 'bun:test'
import type { DaySource } from '#api/contract/dashboard.ts'
import { describeDaySource, describeUnread } from '#web/shared/daySources.ts'
import { formatInstant, formatTime } from '#web/shared/format.ts'

const friday = '2026-11-20'
const read_at = '2026-11-20T10:40:00.000Z'
const arxiv: DaySource = { source: 'arxiv', name: 'arXiv', state: 'announced', papers: 1_204, read_at }
const biorxiv: DaySource = { source: 'biorxiv', name: 'bioRxiv', state: 'announced', papers: 312, read_at }
const medrxiv: DaySource = { source: 'medrxiv', name: 'medRxiv', state: 'expected', papers: 0 }

describe('A source’s part of a day in words', () => {
  test('says how many papers it announced and when they were read, and of a server when they were posted', () => {
    const at = `at ${formatTime(read_at)}`
    expect(describeDaySource(arxiv, friday)).toBe(`arXiv: 1,204 papers in all, read ${at}`)
    expect(describeDaySource(biorxiv, friday)).toBe(`bioRxiv, posted Thu 19 Nov: 312 papers in all, read ${at}`)
    expect(describeDaySource({ ...biorxiv, papers: 1 }, '2026-03-01')).toStartWith(
      'bioRxiv, posted Sat 28 Feb: 1 paper ',
    )
    const later = '2026-11-23T10:40:00.000Z'
    expect(describeDaySource({ ...arxiv, read_at: later }, friday)).toEndWith(`, read ${formatInstant(later)}`)
  })

  test('says of Crossref when they were registered', () => {
    const crossref: DaySource = { source: 'crossref', name: 'Crossref', state: 'announced', papers: 12, read_at }
    expect(describeDaySource(crossref, friday)).toBe(
      `Crossref, registered Thu 19 Nov: 12 papers in all, read at ${formatTime(read_at)}`,
    )
  })

  test.each([
    [{ state: 'empty', closed: 'weekend' }, 'no announcement, weekend'],
    [{ state: 'expected', closed: 'holiday' }, 'no announcement, holiday'],
    [{ state: 'empty', read_at }, `no papers, read at ${formatTime(read_at)}`],
    [{ state: 'recovered', papers: 9, read_at }, `9 papers in all, recovered at ${formatTime(read_at)}`],
    [{ state: 'missing' }, 'not read yet; its papers come as soon as they are read'],
    [{ state: 'missing', papers: 9 }, '9 papers so far; the others come as soon as they are read'],
    [{ state: 'expected' }, 'expected'],
    [{ state: 'expected', papers: 9 }, '9 papers so far, more may follow'],
  ] as const)('%j: %s', (changes, words) => {
    const source: DaySource = { source: 'arxiv', name: 'arXiv', papers: 0, ...changes }
    expect(describeDaySource(source, friday)).toBe(`arXiv: ${words}`)
  })
})

test('A day that is not complete names the sources of which papers may come', () => {
  expect(describeUnread([arxiv, biorxiv])).toBeUndefined()
  expect(describeUnread([arxiv, medrxiv])).toBe('Not final yet: papers of medRxiv may follow.')
  expect(describeUnread([{ ...arxiv, state: 'expected' }, medrxiv])).toBe(
    'Not final yet: papers of arXiv and medRxiv may follow.',
  )
  expect(describeUnread([{ ...biorxiv, state: 'missing' }, medrxiv])).toBe(
    'A part of this day is missing: papers of bioRxiv come as soon as they are read.',
  )
  expect(describeUnread([{ ...arxiv, state: 'expected', closed: 'holiday' }, biorxiv])).toBeUndefined()
})
