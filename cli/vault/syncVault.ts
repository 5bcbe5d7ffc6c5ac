import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { NOTE_MAX } from '#api/contract/limits.ts'
import { comparableNote } from '#api/contract/vault.ts'
import { download, unwrap } from '../client/client.ts'
import type { Context } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { Failure } from '../terminal/failures.ts'
import { mergeNotes } from './mergeNotes.ts'
import { openBases, type VaultBases } from './vaultBases.ts'
import { createFile, findPaperFiles, openFolder, replaceFile, type PaperFile } from './vaultFolder.ts'
import {
  formatVaultText,
  likeBefore,
  paperIdOf,
  parseVaultText,
  tagsOf,
  updateFront,
  type VaultText,
} from './vaultText.ts'

/** What a synchronisation did. Files are paths. */
export interface VaultReport {
  papers: number
  created: string[]
  changed: string[]
  /** Files whose note was sent to the server. */
  sent: string[]
  /** Files with a note that both sides had changed at the same place. */
  conflicts: string[]
  /** Files of papers that are not on the list, which stay as they are. Empty when a part of the list is synchronised. */
  unlisted: string[]
  /** Papers that were left out, as sentences. */
  problems: string[]
}

export const newReport = (): VaultReport => ({
  papers: 0,
  created: [],
  changed: [],
  sent: [],
  conflicts: [],
  unlisted: [],
  problems: [],
})

interface Sync {
  context: Context
  folder: string
  bases: VaultBases
  report: VaultReport
}

/** A paper as the server exports it. */
interface Exported {
  id: string
  name: string
  text: string
}

/**
 * Makes the folder and the reading list equal: a file for each paper that the filter finds, with what the server knows of
 * it, and each note as both sides have changed it. `report` says what was done, also when a failure ends it early; it can
 * be repeated at any time. Throws `Failure`.
 */
export async function syncVault(
  context: Context,
  { folder, filter, report }: { folder: string; filter: Record<string, string>; report: VaultReport },
): Promise<void> {
  const exported = await readExport(context, filter)
  await openFolder(folder)
  const files = await findPaperFiles(folder)
  const sync: Sync = { context, folder, bases: await openBases(folder), report }
  const inUse = new Set<string>()
  for (const paper of exported) {
    const name = await syncPaper(sync, paper, files.get(paper.id) ?? [])
    if (name !== null) inUse.add(name)
    report.papers += 1
  }
  if (Object.keys(filter).length > 0) return
  const listed = new Set(exported.map(({ id }) => id))
  report.unlisted.push(...[...files].flatMap(([id, ones]) => (listed.has(id) ? [] : ones.map(({ path }) => path))))
  if (report.problems.length + report.unlisted.length === 0) await sync.bases.keepOnly(inUse)
}

async function readExport(context: Context, filter: Record<string, string>): Promise<Exported[]> {
  const query = new URLSearchParams({ format: 'vault', ...filter })
  const zip = await (await download(context, `/api/users/me/reading-list/export?${query}`)).bytes()
  const decoder = new TextDecoder()
  return Object.entries(unzipSync(zip)).map(([name, bytes]) => {
    const text = decoder.decode(bytes)
    return { id: paperIdOf(text) ?? '', name, text }
  })
}

/** Returns the name of the file's new base, or null for a paper that is left out. */
async function syncPaper(sync: Sync, paper: Exported, files: readonly PaperFile[]): Promise<string | null> {
  const { bases, folder, report } = sync
  const newer = parseVaultText(paper.text)
  if (typeof newer === 'string')
    throw new Failure('unexpected', `The server's file of ${paper.id} cannot be read: ${newer}.`)
  const [file, ...others] = files
  if (file === undefined) {
    const name = await bases.add({ note: newer.note, tags: tagsOf(newer.front) })
    report.created.push(await createFile(folder, paper.name, paper.text))
    return name
  }
  if (others.length > 0) {
    report.problems.push(
      `Several files are of ${paper.id}. Delete all but one: ${files.map(({ path }) => path).join(', ')}`,
    )
    return null
  }
  return updateFile(sync, { paper, newer, file })
}

interface Update {
  paper: Exported
  newer: VaultText
  file: PaperFile
}

async function updateFile(sync: Sync, update: Update): Promise<string | null> {
  const { bases, report } = sync
  const { newer, file } = update
  const own = parseVaultText(file.text)
  if (typeof own === 'string') {
    report.problems.push(
      `${file.path} was left out, because ${own}. Put it back, or delete the file: it is written anew.`,
    )
    return null
  }
  const base = bases.get(own.base)
  const serverTags = tagsOf(newer.front)
  const ownTags = tagsOf(own.front).filter((tag) => !(base?.tags ?? []).includes(tag))
  const front = updateFront(own.front, newer.front, [...new Set([...ownTags, ...serverTags])])
  if (front === null) {
    report.problems.push(`${file.path} was left out, because its front matter is not valid YAML.`)
    return null
  }
  let current = { file, text: own }
  let isChanged = false
  /** Writes a note, and what both sides had when it was made. Returns the name of that, or null without a change. */
  const write = async (note: string, common: string): Promise<string | null> => {
    const name = await bases.add({ note: common, tags: serverTags })
    const merged = { ...own, front, paper: newer.paper, base: name, note }
    const text = formatVaultText(merged)
    if (text === formatVaultText(current.text)) return name
    const newest = likeBefore(text, file.text)
    if (!(await replaceFile(current.file, newest))) {
      report.problems.push(`${file.path} was changed at the same time. Synchronise again.`)
      return null
    }
    current = { file: { ...file, text: newest }, text: merged }
    isChanged = true
    return name
  }
  const note = await mergeAndSend(sync, update, { own: own.note, base: base?.note ?? null, write })
  const name = note === null ? null : await write(note, note)
  if (isChanged) report.changed.push(file.path)
  return name
}

interface Merging {
  /** The note in the file. */
  own: string
  base: string | null
  write: (note: string, common: string) => Promise<string | null>
}

/**
 * Returns the note that both sides have now, or null when one of them cannot take it. What was merged of both is in the
 * file before it is sent: a run after a kill in between would else take it for a third version, and have lines twice.
 */
async function mergeAndSend(sync: Sync, update: Update, merging: Merging): Promise<string | null> {
  const { context, report } = sync
  const { paper, newer, file } = update
  let { own, base } = merging
  let merged = mergeNotes(own, base, newer.note)
  let isConflict = false
  let isSent = false
  while (!isSent && merged.note !== newer.note) {
    const item = await patiently(context, () => readItem(context, paper.id))
    const server = comparableNote(item.notes)
    merged = mergeNotes(own, base, server)
    isConflict ||= merged.isConflict
    if (merged.note.length > NOTE_MAX) {
      report.problems.push(
        `The note in ${file.path} has ${merged.note.length} characters, and Paperdawn keeps ${NOTE_MAX}. It was not sent.`,
      )
      return null
    }
    if (merged.note === server) break
    if (merged.note !== own) {
      if ((await merging.write(merged.note, server)) === null) return null
      own = merged.note
      base = server
    }
    isSent = await patiently(context, () => sendNote(context, item, merged.note))
  }
  if (isSent) report.sent.push(file.path)
  if (isConflict) report.conflicts.push(file.path)
  return merged.note
}

async function readItem({ client }: Context, paperId: string) {
  const { state } = await unwrap(client.papers({ id: pathPart(paperId) }).get())
  if (state.saved_item_id === undefined)
    throw new Failure('conflict', `${paperId} was removed from the list at the same time.`, {
      advice: 'Synchronise again.',
    })
  return unwrap(client.users.me['reading-list']({ id: pathPart(state.saved_item_id) }).get())
}

/** Returns false when the item was changed since it was read. */
async function sendNote(
  { client }: Context,
  { id, version }: { id: string; version: number },
  notes: string,
): Promise<boolean> {
  try {
    await unwrap(client.users.me['reading-list']({ id: pathPart(id) }).put({ version, notes }))
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return false
    throw error
  }
}

/** Repeats a request that came too soon after others, when the server allows it. */
async function patiently<Result>({ deadline }: Context, request: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'rate-limited') throw error
      await sleep((error.retryAfter ?? 1) * 1_000, undefined, deadline && { signal: deadline })
    }
  }
}
