/**
 * The lines between which a file of a vault belongs to Paperdawn: HTML comments, which Obsidian and Logseq do not show.
 * All other text of the file is the reader's. No imports: the terminal loads this file.
 */
export const PAPER_START = '<!-- paperdawn:paper -->'
export const PAPER_END = '<!-- /paperdawn:paper -->'
export const NOTE_END = '<!-- /paperdawn:note -->'
/** With the name of what the server had when the note was last synchronised. */
export const noteStart = (base: string) => `<!-- paperdawn:note ${base} -->`
export const NOTE_START = /^<!-- paperdawn:note ([\da-f]{16}) -->$/m

/** What both sides had when a paper was last synchronised. */
export interface VaultBase {
  note: string
  /** As in the front matter. */
  tags: string[]
}

/** A note as it is compared: lines end with a line feed, without blank lines around it. */
export const comparableNote = (note: string): string => note.replace(/\r\n?/g, '\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '')

/** The name of a base, from its content: two devices that synchronise the same folder give it the same one. */
export async function nameBase({ note, tags }: VaultBase): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([note, tags]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
