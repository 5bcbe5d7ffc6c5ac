import { addDays, isDay } from '../../platform/clock.ts'
import { parseAuthors } from '../../text/names.ts'
import { attribute, child, children, childText, type XmlElement } from '../../text/xmlElement.ts'
import { parseOaiPage, type OaiPage } from '../oaiPage.ts'
import type { SourceRecord } from '../source.ts'
import type { ParseOptions } from '../xmlRecords.ts'
import { latestWeekday } from './calendar.ts'
import { toRecord } from './records.ts'

/** Parses a page of ListRecords in the format arXivRaw. Throws SyntaxError when the XML is not an OAI-PMH response. */
export const parseOai = (xml: string, options: ParseOptions = {}): OaiPage => parseOaiPage(xml, options, readRecord)

/** Returns null for a deleted record. It does not mean a withdrawal: records of withdrawn papers are not deleted. */
function readRecord(record: XmlElement): SourceRecord | null {
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
  if (!isDay(datestamp)) throw new Error('it has a date that cannot be read')
  // A wrong date of submission would put the paper on a wrong day. One day for clocks that differ.
  const latest = new Date(`${addDays(datestamp, 2)}T00:00:00Z`)
  if (versions.some(({ at }) => at >= latest)) throw new Error('it has a version from after its last change')
  // OAI-PMH contains no announcements. This one is accepted only if the paper is stored with fewer categories.
  const cross = { announced_on: latestWeekday(datestamp), announce_type: 'cross' as const }
  return { ...paper, ...cross, changed_on: datestamp, version_dates: versions.map(toVersionDate) }
}

const toVersionDate = ({ number, at }: { number: number; at: Date }) => ({
  version: number,
  at: Number.isNaN(at.getTime()) ? null : at,
})
