import { toEntry, type ReadEntry } from './fileEntry.ts'
import { readMarkup, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'

/** A line of a record of another tagged format: its tag and its value. */
const LINES = {
  // "PMID- 12345678", "TI  - Owls": the tag and its spaces are four characters.
  medline: /^([A-Z]{2,4}) {0,2}- ?(.*)$/,
  // "%T Owls".
  refer: /^%(\S) ?(.*)$/,
} as const

/**
 * Reads a record of MEDLINE, in which PubMed exports papers (".nbib"), by the tags of
 * https://www.nlm.nih.gov/bsd/mms/medlineelements.html.
 */
export function readMedline(record: string, isReference: IsReference): ReadEntry {
  const of = valuesOf(readLines(record, LINES.medline))
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
    { name: record.split(/[\r\n]/, 1)[0] ?? '' },
  )
}

/** Reads a record of EndNote's tagged format (".enw"), which Google Scholar offers, too. */
export function readRefer(record: string, isReference: IsReference): ReadEntry {
  const of = valuesOf(readLines(record, LINES.refer))
  return toEntry(
    {
      ids: { exact: of('R', 'U', 'M', '>'), printed: of('J', 'B', 'V', 'N', 'P', 'I', '@') },
      title: of('T').map(readMarkup),
      authors: of('A').map((name) => readMarkup(name).replace(/,\s*$/, '')),
      notes: of('Z', 'O').map(readNote),
      tags: of('K').flatMap((value) => readMarkup(value).split(/[,;\n]/)),
    },
    isReference,
    { name: record.split(/[\r\n]/, 1)[0] ?? '' },
  )
}

type Values = ReadonlyMap<string, readonly string[]>

/** Returns a function that returns the values of tags, in their order. */
export const valuesOf =
  (values: Values) =>
  (...tags: string[]): string[] =>
    tags.flatMap((tag) => values.get(tag) ?? [])

/** The values of a record by tag. A line without a tag goes on with the value above. */
function readLines(record: string, tagged: RegExp): Values {
  const values = new Map<string, string[]>()
  let last: string[] | undefined
  for (const line of record.split(/\r\n?|\n/)) {
    const [, tag, value = ''] = tagged.exec(line) ?? []
    if (tag === undefined) {
      if (last !== undefined) last.push(`${last.pop() ?? ''}\n${line.trim()}`)
      continue
    }
    last = values.get(tag) ?? []
    last.push(value)
    values.set(tag, last)
  }
  return values
}
