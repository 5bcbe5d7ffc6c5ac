import { toEntry, type FileEntry } from './fileEntry.ts'
import { readNote } from './notes.ts'

/**
 * Reads the records of RIS. Lines without a tag continue the value above; `rest` are those before the first
 * record and behind the end of one. Not with citation-js, which drops notes behind the first one.
 */
export function readRis(text: string, isReference: (word: string) => boolean): { entries: FileEntry[]; rest: string } {
  const entries: FileEntry[] = []
  const rest: string[] = []
  let record = new Map<string, string[]>()
  let last: string[] | undefined
  const finish = () => {
    const of = (...tags: string[]) => tags.flatMap((tag) => record.get(tag) ?? [])
    const entry = toEntry(
      {
        ids: of('DO', 'UR', 'L1', 'L2', 'LK', 'M1', 'C7'),
        title: of('TI', 'T1'),
        authors: of('AU', 'A1'),
        notes: of('N1').map(readNote),
        tags: of('KW').flatMap((value) => value.split(/[,;\n]/)),
      },
      isReference,
    )
    if (entry !== null) entries.push(entry)
    record = new Map()
    last = undefined
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const [, tag, value = ''] = /^([A-Z][A-Z0-9]) {2}-(?: (.*))?$/.exec(line) ?? []
    if (tag === undefined) {
      if (last !== undefined) last.push(`${last.pop() ?? ''}\n${line}`)
      else rest.push(line)
    } else if (tag === 'ER' || tag === 'TY') {
      if (record.size > 0) finish()
    } else {
      last = record.get(tag) ?? []
      last.push(value)
      record.set(tag, last)
    }
  }
  if (record.size > 0) finish()
  return { entries, rest: rest.join('\n') }
}
