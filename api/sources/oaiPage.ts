import { attribute, child, childText, textOf, type XmlElement } from '../text/xmlElement.ts'
import type { RejectedRecord, SourceRecord } from './source.ts'
import { readRecords, type ParseOptions } from './xmlRecords.ts'

/** One page of a list of OAI-PMH. */
export interface OaiPage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Number of records on the page, including deleted and rejected ones. */
  entries: number
  /** Identifiers of all records on the page, as sent. */
  ids: string[]
  /** Resumption token of the next page; null on the last. */
  token: string | null
  error: { code: string; message: string } | null
}

/**
 * Parses a page of ListRecords; `read` converts a record, and returns null to leave it out. Throws SyntaxError when the
 * XML is not an OAI-PMH response.
 */
export function parseOaiPage(
  xml: string,
  options: ParseOptions,
  read: (record: XmlElement) => SourceRecord | null,
): OaiPage {
  const ids: string[] = []
  const { document, count, records, rejected } = readRecords(xml, { ...options, name: 'record' }, (record) => {
    ids.push(childText(child(record, 'header'), 'identifier').trim())
    return read(record)
  })
  const root = child(document, 'OAI-PMH')
  if (root === undefined) throw new SyntaxError('the answer is not OAI-PMH')
  const error = child(root, 'error')
  if (error !== undefined)
    return {
      records: [],
      rejected: [],
      entries: 0,
      ids: [],
      token: null,
      error: { code: attribute(error, 'code'), message: textOf(error).trim() },
    }
  const token = childText(child(root, 'ListRecords'), 'resumptionToken').trim() || null
  return { records, rejected, entries: count, ids, token, error: null }
}
