import { isCommonWord } from './loosen.ts'
import type { Piece, ValuePiece } from './piece.ts'

/** A longer text is a pasted one, which describes a paper instead of saying what is wanted. */
const VALUES_MAX = 16

/** After "not": "not only lanterns" excludes nothing. */
const notExcluding = new Set('only just merely necessarily always yet all'.split(' '))
/** Between "but not" and what is excluded. */
const fillers = new Set('a an the any for in on about of with to those that'.split(' '))
const joining = new Set(['or', 'nor', 'and'])

/**
 * Reads "but not images", "and not images", ", not images", "except images" and "excluding images" as "-images". A paper
 * that has these words side by side is kept: "Necessary but not sufficient conditions". Other pieces are returned as they
 * are.
 */
export function readExclusions(pieces: readonly Piece[], text: string): Piece[] {
  if (pieces.filter(({ kind }) => kind === 'value').length > VALUES_MAX) return [...pieces]
  const read: Piece[] = []
  for (let at = 0; at < pieces.length;) {
    const lead = leadOf(pieces, at)
    const excluded = lead === 0 || !read.some(isWanted) ? [] : readExcluded(pieces, at + lead)
    if (excluded.length === 0) {
      read.push(pieces[at] as Piece)
      at += 1
      continue
    }
    const not = pieces[at + lead - 1] as ValuePiece
    for (const run of excluded) read.push(...toExclusion(run, { not, text }))
    at = pieces.indexOf(excluded.at(-1)?.at(-1) as Piece) + 1
  }
  return read
}

const isPlainWord = (piece: Piece | undefined): piece is ValuePiece =>
  piece?.kind === 'value' && piece.field === null && !piece.quoted && !piece.prefix

const wordOf = (piece: Piece | undefined): string =>
  isPlainWord(piece) ? piece.text.toLowerCase().replace(/[,;:.!?]+$/, '') : ''

const isWanted = (piece: Piece): boolean => piece.kind === 'value' && !isCommonWord(wordOf(piece))

/** How many pieces from `at` on say that something is excluded; 0 if they do not. */
function leadOf(pieces: readonly Piece[], at: number): number {
  const [word, next, before] = [wordOf(pieces[at]), wordOf(pieces[at + 1]), pieces[at - 1]]
  if ((word === 'but' || word === 'and') && next === 'not') return 2
  if (word === 'not' && isPlainWord(before) && before.text.endsWith(',')) return 1
  return word === 'except' || word === 'excluding' ? 1 : 0
}

/** The words behind "but not" up to the next word that joins; several runs for "images or videos". */
function readExcluded(pieces: readonly Piece[], from: number): ValuePiece[][] {
  let at = from
  while (fillers.has(wordOf(pieces[at]))) at += 1
  const runs: ValuePiece[][] = []
  for (let run: ValuePiece[] = []; ; at += 1) {
    const piece = pieces[at]
    const word = wordOf(piece)
    const isEnd = !isPlainWord(piece) || isCommonWord(word) || notExcluding.has(word)
    if (!isEnd) run.push(piece)
    if (!isEnd && !/[,;:.!?]$/.test(piece.text)) continue
    if (run.length > 0) runs.push(run)
    if (!isEnd || run.length === 0 || !joining.has(word)) return runs
    run = []
  }
}

/** Not a paper with the words, unless it has them behind "not". */
function toExclusion(run: readonly ValuePiece[], { not, text }: { not: ValuePiece; text: string }): Piece[] {
  const [first, last] = [run[0] as ValuePiece, run.at(-1) as ValuePiece]
  const end = last.start + wordOf(last).length
  const slice = (from: number): string => text.slice(from, end)
  const value = { ...first, text: slice(first.start) }
  return [
    { kind: 'not', spoken: value.text },
    { kind: 'open' },
    value,
    { kind: 'not' },
    { ...value, text: slice(not.start), start: not.start, quoted: true },
    { kind: 'close' },
  ]
}
