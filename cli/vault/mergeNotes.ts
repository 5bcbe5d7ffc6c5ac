import { diff3Merge, diffComm } from 'node-diff3'
import { comparableNote } from '#api/contract/vault.ts'

/** Two notes as one. */
export interface MergedNote {
  note: string
  /** Whether a place was changed on both sides. The note has both then. */
  isConflict: boolean
}

const SERVER_HEADING = '> **Written in Paperdawn:**'

/**
 * Merges line by line what the file and the server have made of `base`, their last common note. A place that both changed
 * has the lines of the file, and below them those of the server as a quotation. With an unknown base (null) all lines of
 * both stay.
 */
export function mergeNotes(file: string, base: string | null, server: string): MergedNote {
  if (file === server || server === base) return { note: file, isConflict: false }
  if (file === base) return { note: server, isConflict: false }
  const [ours, theirs] = [linesOf(file), linesOf(server)]
  const common = base === null ? commonLines(ours, theirs) : linesOf(base)
  const regions = diff3Merge(ours, common, theirs, { excludeFalseConflicts: true })
  const lines = regions.flatMap((region) => region.ok ?? bothOf(region.conflict?.a ?? [], region.conflict?.b ?? []))
  return { note: comparableNote(lines.join('\n')), isConflict: regions.some(({ conflict }) => conflict !== undefined) }
}

const linesOf = (note: string) => (note === '' ? [] : note.split('\n'))

const commonLines = (one: string[], other: string[]): string[] =>
  diffComm(one, other).flatMap(({ common }) => common ?? [])

const bothOf = (file: readonly string[], server: readonly string[]): string[] => [
  ...file,
  '',
  SERVER_HEADING,
  ...server.map((line) => `> ${line}`.trimEnd()),
  '',
]
