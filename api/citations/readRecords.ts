import type { BibtexFields } from './bibtexFields.ts'
import { toEntry, type ReadEntry } from './fileEntry.ts'
import type { IsReference } from './paperIds.ts'
import { hasRecords, splitPieces, type Piece, type Tagged } from './pieces.ts'
import { BibtexReader } from './readBibtex.ts'
import { readRis } from './readRis.ts'
import { readMedline, readRefer } from './readTagged.ts'

export interface ImportLimits {
  /** Papers at most, except that a line is not cut. */
  max: number
  /** Whether the file goes on behind the text: what its end cuts is not read. */
  more?: boolean
}

interface Records {
  /** The entries in their order, with the line that they begin in, from 1. */
  records: { entry: ReadEntry; line: number }[]
  leftOut: number
  /** Characters that were read. 0 if the text ends before its first entry does. */
  read: number
}

type Read = { from: number } & ({ bibtex: BibtexFields } | { entry: ReadEntry })

/**
 * Reads the first entries of BibTeX, RIS, MEDLINE, EndNote and lines, also mixed. Those behind `max` are counted and not
 * read. Takes linear time.
 */
export function readRecords(text: string, isReference: IsReference, { max, more = false }: ImportLimits): Records {
  const bibtex = new BibtexReader(text)
  const isOfRecords = hasRecords(text)
  const reads: Read[] = []
  let leftOut = 0
  let end = 0
  for (const piece of splitPieces(text)) {
    if (more && !piece.isWhole) break
    const isFull = reads.length >= max || leftOut > 0
    if (piece.kind === 'line') {
      const named = readLine(text.slice(piece.from, piece.end), isReference, isOfRecords)
      if (isFull || (reads.length > 0 && reads.length + named.length > max)) leftOut += named.length
      else reads.push(...named.map((entry) => ({ from: piece.from, entry })))
    } else if (isFull) leftOut += isEntry(piece) ? 1 : 0
    else if (piece.kind === 'bibtex') {
      const fields = bibtex.read(piece)
      if (fields !== null) reads.push({ from: piece.from, bibtex: fields })
    } else {
      const record = text.slice(piece.from, piece.end)
      reads.push({ from: piece.from, entry: tagged[piece.kind](record, isReference) })
    }
    if (leftOut === 0) end = piece.end
    else if (more) break
  }
  const lines = new LineCounter(text)
  return {
    records: reads.slice(0, max).map((read) => ({
      // An entry may refer to one behind it.
      entry: 'entry' in read ? read.entry : bibtex.convert(read.bibtex, isReference),
      line: lines.lineOf(read.from),
    })),
    leftOut: more ? 0 : leftOut + Math.max(0, reads.length - max),
    read: more || leftOut > 0 ? end : text.length,
  }
}

const tagged: Readonly<Record<Tagged, typeof readRis>> = { ris: readRis, medline: readMedline, refer: readRefer }

const isEntry = (piece: Piece): boolean => piece.kind !== 'bibtex' || !/^(?:comment|preamble|string)$/.test(piece.type)

/** The papers of a line. Beside entries, a line that does not consist of ids is a comment. */
function readLine(line: string, isReference: IsReference, isOfRecords: boolean): ReadEntry[] {
  // A comment of BibTeX, as "% Encoding: UTF-8".
  if (line.startsWith('%') || !/[\p{L}\p{N}]/u.test(line)) return []
  const words = line.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const named = words.filter((word) => word.length < 300 && isReference(word))
  if (isOfRecords && named.length < words.length) return []
  if (named.length > 0) return named.map((word) => toEntry({ ids: { exact: [word] } }, isReference))
  if (/\p{L}/u.test(line)) return [toEntry({ title: [line] }, isReference)]
  return [{ label: line.trim().slice(0, 200), problem: 'it is no id, DOI or address of a paper, and no title' }]
}

/** Counts lines up to positions that are asked for in ascending order. */
class LineCounter {
  readonly #break = /\r\n?|\n/g
  readonly #text: string
  #line = 1
  #next: number

  constructor(text: string) {
    this.#text = text
    this.#next = this.#findNext()
  }

  lineOf(position: number): number {
    while (this.#next <= position) {
      this.#line++
      this.#next = this.#findNext()
    }
    return this.#line
  }

  /** The position behind the next line break. */
  #findNext(): number {
    return this.#break.test(this.#text) ? this.#break.lastIndex : Infinity
  }
}
