import type { AnnounceType } from '../../contract/papers.ts'
import { parseAuthors } from '../../text/names.ts'
import { child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { readRecords, type ParseOptions } from '../xmlRecords.ts'
import { toRecord } from './records.ts'

export interface RssFeed {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  items: number
  /** The announcement day of the items; of an empty feed the day it was built for. Null without a date. */
  day: string | null
}

const types = new Set<string>(['new', 'cross', 'replace', 'replace-cross'])

/** Parses one of arXiv's announcement feeds. Throws SyntaxError when the XML is not a feed. */
export function parseRss(xml: string, options: ParseOptions = {}): RssFeed {
  const { document, count, records, rejected } = readRecords(xml, { ...options, name: 'item' }, readItem)
  const channel = child(child(document, 'rss'), 'channel')
  if (channel === undefined) throw new SyntaxError('the answer is not a feed')
  // A feed can keep old items under a new build date, so the dates of the items decide.
  const days = records.flatMap(({ announced_on }) => announced_on ?? [])
  const day = days.toSorted().at(-1) ?? dayOf(childText(channel, 'pubDate'))
  return { records, rejected, items: count, day }
}

function readItem(item: XmlElement): SourceRecord {
  const type = childText(item, 'announce_type').trim()
  if (!types.has(type)) throw new Error(`"${type.slice(0, 40)}" is not an announcement type`)
  const announcedOn = dayOf(childText(item, 'pubDate'))
  if (announcedOn === null) throw new Error('it has a date that cannot be read')
  const record = toRecord({
    id: childText(item, 'guid') || childText(item, 'link'),
    title: childText(item, 'title'),
    abstract: childText(item, 'description').replace(/^[^]*?Abstract:[ ]?/, ''),
    authors: parseAuthors(children(item, 'creator').map(textOf).join(', ')),
    categories: children(item, 'category').map(textOf),
    dois: [childText(item, 'DOI')],
    comment: '',
    journal_ref: childText(item, 'journal_reference'),
    license: childText(item, 'rights'),
    source_interface: 'rss',
  })
  return { ...record, announced_on: announcedOn, announce_type: type as AnnounceType }
}

/** The day as an RSS date is written: arXiv writes midnight of the mailing day, sometimes in another zone than its own. */
function dayOf(pubDate: string): string | null {
  const [written] = /\d{1,2} [A-Za-z]{3} \d{4}/.exec(pubDate) ?? []
  const at = Number.isNaN(Date.parse(pubDate)) ? Number.NaN : Date.parse(`${written} 00:00 UTC`)
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10)
}
