import { toEntry, type ReadEntry } from './fileEntry.ts'
import { readMarkup, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'

/** "PMID- 12345678", "TI  - Owls": the tag and its spaces are four characters. */
const MEDLINE_LINE = /^([A-Z]{2,4}) {0,2}- ?(.*)$/
/** "%T Owls". */
const REFER_LINE = /^%(\S) ?(.*)$/

/**
 * Reads a record of MEDLINE, in which PubMed exports papers (".nbib"), by the tags of
 * https://www.nlm.nih.gov/bsd/mms/medlineelements.html.
 */
export function readMedline(record: string, isReference: IsReference): ReadEntry {
  const of = valuesOf(linesOf(record), readerOf(MEDLINE_LINE))
  const names = of('FAU')
  return toEntry(
    {
      ids: {
        // "10.1000/182 [doi]" and "S0000-0000(26)00001-1 [pii]", of which the second one is no id of a paper here.
        exact: [
          ...of('LID', 'AID').flatMap((id) => /^(\S+)\s+\[doi\]$/.exec(id.trim())?.[1] ?? []),
          ...of('PMC'),
          ...of('PMID').map((id) => `pmid:${id.trim()}`),
        ],
      },
      title: of('TI', 'BTI').map(readMarkup),
      authors: (names.length > 0 ? names : of('AU')).map(readMarkup),
      tags: of('OT').map(readMarkup),
    },
    isReference,
    { name: firstLineOf(record) },
  )
}

/** Reads a record of EndNote's tagged format (".enw"), which Google Scholar offers, too. */
export function readRefer(record: string, isReference: IsReference): ReadEntry {
  const of = valuesOf(linesOf(record), readerOf(REFER_LINE))
  return toEntry(
    {
      ids: { exact: of('R', 'U', 'M', '>'), printed: of('J', 'B', 'V', 'N', 'P', 'I', '@') },
      title: of('T').map(readMarkup),
      authors: of('A').map((name) => readMarkup(name).replace(/,\s*$/, '')),
      notes: of('Z', 'O').map(readNote),
      tags: of('K').flatMap((value) => readMarkup(value).split(/[,;\n]/)),
    },
    isReference,
    { name: firstLineOf(record) },
  )
}

/** Reads a line without a tag as one that goes on with the value above. */
const readerOf =
  (tagged: RegExp): ReadLine =>
  (line) => {
    const [, tag, value = ''] = tagged.exec(line) ?? []
    return tag === undefined ? { value: line.trim() } : { tag, value }
  }

type ReadLine = (line: string) => { tag?: string; value: string }

export const linesOf = (record: string): string[] => record.split(/\r\n?|\n/)

/** What a record without an id of its own is called. */
export const firstLineOf = (record: string): string => linesOf(record.trim())[0] ?? ''

/**
 * Reads the lines of a record, and returns a function that returns the values of tags, in their order. A line without a
 * tag goes on with the value above.
 */
export function valuesOf(lines: readonly string[], readLine: ReadLine): (...tags: string[]) => string[] {
  const values = new Map<string, string[]>()
  let last: string[] | undefined
  for (const { tag, value } of lines.map(readLine)) {
    if (tag === undefined) {
      if (last !== undefined) last.push(`${last.pop() ?? ''}\n${value}`)
      continue
    }
    last = values.get(tag) ?? []
    last.push(value)
    values.set(tag, last)
  }
  return (...tags) => tags.flatMap((tag) => values.get(tag) ?? [])
}
