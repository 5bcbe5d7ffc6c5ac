import { addDays } from '../../platform/clock.ts'
import { parseAuthors } from '../../text/names.ts'
import { attribute, child, children, childText, parseXml, textOf, type XmlNode } from '../../text/xml.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { announcementDayOf, latestAnnouncementDay } from './calendar.ts'
import { readRecords, toRecord, xmlOfElement } from './records.ts'

export interface OaiPage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Records of the page, deleted ones and unreadable ones among them. */
  entries: number
  /** Of the next page; null on the last. */
  token: string | null
  error: { code: string; message: string } | null
}

/** Moderators hold papers for days; what is older than this was not announced now. */
const HELD_DAYS_MAX = 10

/**
 * A page of ListRecords in the format arXivRaw. `from` is the first day of the window that is being caught up on.
 * Throws SyntaxError when it is no OAI-PMH answer.
 */
export function parseOai(xml: string, from: string): OaiPage {
  const root = child(parseXml(xml, { lists: ['record', 'version', 'setSpec'] }), 'OAI-PMH')
  if (root === undefined) throw new SyntaxError('the answer is not OAI-PMH')
  const error = child(root, 'error')
  if (error !== undefined)
    return {
      records: [],
      rejected: [],
      entries: 0,
      token: null,
      error: { code: attribute(error, 'code'), message: textOf(error).trim() },
    }
  const list = child(root, 'ListRecords')
  const entries = children(list, 'record')
  const token = childText(list, 'resumptionToken').trim() || null
  const { records, rejected } = readRecords(entries, (record) => readRecord(record, from), xmlOfElement(xml, 'record'))
  return { records, rejected, entries: entries.length, token, error: null }
}

/** Null for a deleted record: withdrawn papers stay as records, so this says nothing about a paper. */
function readRecord(record: XmlNode, from: string): SourceRecord | null {
  const header = child(record, 'header')
  if (attribute(header, 'status') === 'deleted') return null
  const raw = child(child(record, 'metadata'), 'arXivRaw')
  if (raw === undefined) throw new Error('it has no metadata')
  const versions = children(raw, 'version').map((version) => ({
    number: Number(attribute(version, 'version').replace(/^v/, '')),
    at: new Date(childText(version, 'date')),
    withdrawn: childText(version, 'source_type').includes('I'),
  }))
  const first = versions.find(({ number }) => number === 1) ?? versions[0]
  const current = versions.at(-1)
  if (!first || !current) throw new Error('it has no version')
  const comment = childText(raw, 'comments')
  const paper = toRecord({
    id: childText(raw, 'id'),
    version: current.number,
    title: childText(raw, 'title'),
    abstract: childText(raw, 'abstract'),
    authors: parseAuthors(childText(raw, 'authors')),
    categories: childText(raw, 'categories').trim().split(/\s+/),
    published_at: first.at,
    updated_at: current.at,
    dois: [childText(raw, 'doi')],
    comment,
    journal_ref: childText(raw, 'journal-ref'),
    license: childText(raw, 'license'),
    withdrawn: current.withdrawn || undefined,
    source_interface: 'oai',
  })
  const datestamp = childText(header, 'datestamp').trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(datestamp)) throw new Error('it has a date that cannot be read')
  return {
    ...paper,
    ...estimateAnnouncement({ first: first.at, current: current.at, versions: versions.length, datestamp, from }),
  }
}

interface Changed {
  first: Date
  current: Date
  versions: number
  /** The UTC day of the last change of the metadata, whatever it was. */
  datestamp: string
  from: string
}

/**
 * OAI-PMH does not tell announcements. A paper whose first version belongs to the window is new on that day; one version
 * that is a little older was held and is new now; a fresh later version is a replacement. Anything else, such as a journal
 * reference added to an old paper, was changed but is in no announcement that could be named.
 */
export function estimateAnnouncement({
  first,
  current,
  versions,
  datestamp,
  from,
}: Changed): Pick<SourceRecord, 'announced_on' | 'announce_type'> {
  const batch = latestAnnouncementDay(datestamp)
  const oldest = addDays(datestamp, -HELD_DAYS_MAX)
  const firstDay = announcementDayOf(first)
  const currentDay = announcementDayOf(current)
  // Announced in the evening, which is the next day already in UTC: never later than the datestamp, but for its change.
  const fits = (day: string) => day <= addDays(datestamp, 1)
  if (firstDay >= from && fits(firstDay)) return { announced_on: firstDay, announce_type: 'new' }
  if (versions > 1)
    return { announced_on: currentDay >= oldest && fits(currentDay) ? currentDay : null, announce_type: 'replace' }
  if (firstDay >= oldest && fits(firstDay)) return { announced_on: batch, announce_type: 'new' }
  return { announced_on: null, announce_type: 'cross' }
}
