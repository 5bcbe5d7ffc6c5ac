import { toEntry, type ReadEntry } from './fileEntry.ts'
import { readMarkup, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'
import { valuesOf } from './readTagged.ts'

/** A line with a tag: two capitals, two spaces (some programs write one), a dash. */
const TAGGED = /^[ \t\uFEFF]*([A-Z][A-Z0-9]) {0,4}-(?: (.*))?$/
const END = /^[ \t]*ER[ \t]*(?:-.*)?$/

/**
 * Reads a record of RIS. Lines without a tag continue the value above. Not with citation-js, which drops notes behind
 * the first one.
 */
export function readRis(record: string, isReference: IsReference): ReadEntry {
  const values = new Map<string, string[]>()
  let last: string[] | undefined
  // A record spaces all its tags alike: a line of a note may have a dash as well.
  const gap = /^[ \t\uFEFF]*[A-Z][A-Z0-9]( {0,4})-/.exec(record)?.[1] ?? '  '
  for (const line of record.split(/\r\n?|\n/)) {
    if (END.test(line)) break
    const [, tag, value = ''] = TAGGED.exec(line) ?? []
    if (tag === undefined || !line.includes(`${tag}${gap}-`)) {
      if (last !== undefined) last.push(`${last.pop() ?? ''}\n${line}`)
      continue
    }
    last = values.get(tag) ?? []
    last.push(value)
    values.set(tag, last)
  }
  const of = valuesOf(values)
  return toEntry(
    {
      ids: {
        exact: of('DO', 'UR', 'L1', 'L2', 'LK', 'M1', 'C7', 'AN'),
        printed: of('JO', 'JF', 'JA', 'T2', 'PB', 'VL', 'IS', 'SP', 'M3'),
      },
      title: of('TI', 'T1').map(readMarkup),
      authors: of('AU', 'A1').map(readMarkup),
      notes: of('N1').map(readNote),
      tags: of('KW').flatMap((value) => readMarkup(value).split(/[,;\n]/)),
    },
    isReference,
    { name: of('ID')[0]?.trim() || record.trim().split(/[\r\n]/, 1)[0] || '' },
  )
}
