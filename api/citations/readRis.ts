import { toEntry, type ReadEntry } from './fileEntry.ts'
import { readMarkup, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'
import { firstLineOf, linesOf, valuesOf } from './readTagged.ts'

/** A line with a tag: two capitals, two spaces (some programs write one), a dash. */
const TAGGED = /^[ \t\uFEFF]*([A-Z][A-Z0-9]) {0,4}-(?: (.*))?$/
const END = /^[ \t]*ER[ \t]*(?:-.*)?$/

/**
 * Reads a record of RIS. Lines without a tag continue the value above. Not with citation-js, which drops notes behind
 * the first one.
 */
export function readRis(record: string, isReference: IsReference): ReadEntry {
  // A record spaces all its tags alike: a line of a note may have a dash as well.
  const gap = /^[ \t\uFEFF]*[A-Z][A-Z0-9]( {0,4})-/.exec(record)?.[1] ?? '  '
  const lines = linesOf(record)
  const end = lines.findIndex((line) => END.test(line))
  const of = valuesOf(end === -1 ? lines : lines.slice(0, end), (line) => {
    const [, tag, value = ''] = TAGGED.exec(line) ?? []
    return tag !== undefined && line.includes(`${tag}${gap}-`) ? { tag, value } : { value: line }
  })
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
    { name: of('ID')[0]?.trim() || firstLineOf(record) },
  )
}
