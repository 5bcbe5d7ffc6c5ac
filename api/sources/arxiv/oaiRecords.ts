import { addDays } from '../../platform/clock.ts'
import { parseAuthors } from '../../text/names.ts'
import { attribute, child, children, childText, parseXml, textOf, type XmlNode } from '../../text/xml.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { announcementDayOf, latestAnnouncementDay } from './calendar.ts'
import { readRecords, toRecord, xmlOfElement } from './records.ts'

export interface OaiPage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Number of records on the page, including deleted and rejected ones. */
  entries: number
  /** Resumption token of the next page; null on the last. */
  token: string | null
  error: { code: string; message: string } | null
}

/** Moderators can hold papers for days. An older version than this is not part of the current announcement. */
const HELD_DAYS_MAX = 10

/**
 * Parses a page of ListRecords in the format arXivRaw. `from` is the first day of the requested window.
 * Throws SyntaxError when the XML is not an OAI-PMH response.
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

/** Returns null for a deleted record. It does not mean a withdrawal: records of withdrawn papers are not deleted. */
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
  /** The UTC day of the last change of the metadata, of any kind. */
  datestamp: string
  from: string
}

/**
 * Estimates the announcement, which OAI-PMH does not contain. A paper whose first version belongs to the window is new
 * on that day. A single version that is a few days older was held by moderators and is new now. A recent later version
 * is a replacement. Anything else, such as a journal reference added to an old paper, was changed but belongs to no
 * known announcement.
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
  // The evening of an announcement is already the next day in UTC: it is at most one day after the datestamp.
  const fits = (day: string) => day <= addDays(datestamp, 1)
  if (firstDay >= from && fits(firstDay)) return { announced_on: firstDay, announce_type: 'new' }
  if (versions > 1)
    return { announced_on: currentDay >= oldest && fits(currentDay) ? currentDay : null, announce_type: 'replace' }
  if (firstDay >= oldest && fits(firstDay)) return { announced_on: batch, announce_type: 'new' }
  return { announced_on: null, announce_type: 'cross' }
}
