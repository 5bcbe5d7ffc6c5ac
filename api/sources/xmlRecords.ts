import { parseXml, type XmlOptions, type XmlRecord } from '../text/xml.ts'
import type { XmlElement } from '../text/xmlElement.ts'
import type { RejectedRecord, SourceRecord } from './source.ts'

const RAW_MAX_BYTES = 64 * 1024

export interface ParseOptions {
  /** The response was not valid UTF-8: U+FFFD replaces the invalid bytes. */
  invalidUtf8?: boolean
}

interface Records extends ParseOptions, Pick<XmlOptions, 'mixed' | 'skipDoctype'> {
  /** Name of the elements that are records, or their names. */
  name: string | readonly string[]
}

interface RecordList {
  /** The XML without its records. */
  document: XmlElement
  /** Number of records, including rejected ones. */
  count: number
  records: SourceRecord[]
  rejected: RejectedRecord[]
}

/**
 * Parses `xml` and converts each record with `read`; null leaves it out. Returns records that fail in
 * `rejected`, with the reason and their XML. Throws SyntaxError when the document around them is malformed.
 */
export function readRecords(
  xml: string,
  { name, invalidUtf8 = false, ...options }: Records,
  read: (element: XmlElement) => SourceRecord | null,
): RecordList {
  const list: Omit<RecordList, 'document'> = { count: 0, records: [], rejected: [] }
  function onRecord(found: XmlRecord): void {
    list.count += 1
    try {
      if ('problem' in found) throw new Error(found.problem)
      if (invalidUtf8 && found.source.includes('\uFFFD')) throw new Error('it is not valid UTF-8')
      const record = read(found.element)
      if (record) list.records.push(record)
    } catch (error) {
      // One invalid record must not fail its page: it is returned with the reason.
      const reason = error instanceof Error ? error.message : String(error)
      list.rejected.push({ reason, raw: limitBytes(found.source) })
    }
  }
  return { document: parseXml(xml, { ...options, records: [name].flat(), onRecord }), ...list }
}

const limitBytes = (text: string) =>
  new TextDecoder().decode(new TextEncoder().encode(text.slice(0, RAW_MAX_BYTES)).subarray(0, RAW_MAX_BYTES))
