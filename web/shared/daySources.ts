import type { DaySource } from '#api/contract/dashboard.ts'
import { addDays } from './days.ts'
import { formatDay, formatNames, formatPlural, formatWithin } from './format.ts'
import { nameOfServer } from './preprintServers.ts'

/** What sources did on the day before with what they announce. */
const VERBS: Readonly<Record<string, string>> = { crossref: 'registered', pubmed: 'added', feed: 'first seen' }

/**
 * What is known of a source's part of `day`: "bioRxiv, posted Thu 19 Nov: 312 papers in all, read at 10:40". A preprint
 * server announces what was posted on the day before, Crossref what was registered, PubMed what was added.
 */
export function describeDaySource(source: DaySource, day: string): string {
  const verb = VERBS[source.source] ?? (nameOfServer(source.source) === undefined ? undefined : 'posted')
  const name = verb === undefined ? source.name : `${source.name}, ${verb} ${formatDay(addDays(day, -1))}`
  return `${name}: ${describeState(source, day)}`
}

function describeState({ state, closed, papers, read_at }: DaySource, day: string): string {
  if (closed !== undefined) return `no announcement, ${closed}`
  const when = read_at === undefined ? '' : ` ${formatWithin(read_at, day)}`
  switch (state) {
    case 'announced':
      return `${formatPlural(papers, 'paper')} in all, read${when}`
    case 'recovered':
      return `${formatPlural(papers, 'paper')} in all, recovered${when}`
    case 'empty':
      return `no papers, read${when}`
    case 'missing':
      return papers === 0
        ? 'not read yet; its papers come as soon as they are read'
        : `${formatPlural(papers, 'paper')} so far; the others come as soon as they are read`
    case 'expected':
      return papers === 0 ? 'expected' : `${formatPlural(papers, 'paper')} so far, more may follow`
  }
}

/** Names the sources of which the day may have more papers; undefined if there is none. */
export function describeUnread(sources: readonly DaySource[]): string | undefined {
  const namesIn = (state: DaySource['state']) =>
    sources.filter((source) => source.state === state && source.closed === undefined).map(({ name }) => name)
  const [missing, expected] = [namesIn('missing'), namesIn('expected')]
  if (missing.length > 0)
    return `A part of this day is missing: papers of ${formatNames(missing)} come as soon as they are read.`
  return expected.length > 0 ? `Not final yet: papers of ${formatNames(expected)} may follow.` : undefined
}
