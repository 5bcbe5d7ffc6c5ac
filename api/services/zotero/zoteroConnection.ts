import type { ZoteroConnection, ZoteroInput, ZoteroState, ZoteroTest } from '../../contract/zotero.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { ZoteroAccess, ZoteroKey } from '../../sources/zotero/zotero.ts'
import { findOpenJob } from '../../store/jobs/jobs.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { markItemsUnread } from '../../store/readers/zoteroItems.ts'
import { deleteLibrary, findLibrary, saveLibrary, type ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import { countItems } from '../../store/readers/zoteroLinks.ts'
import type { Product } from '../product.ts'
import { openKey, requireZotero, sealKey } from './access.ts'
import { chooseGroups, listGroups, withPaths } from './choices.ts'
import { forgetItems } from './removals.ts'
import { requestSync, syncKeyOf } from './syncSchedule.ts'

/** A reader waits for the answers. */
const WAIT_MAX_MS = 20_000
const KEY_END = 4

type Parts = Pick<Product, 'zotero' | 'secrets'>

/** The reader's connection to Zotero; null without one. The key is never included. */
export async function getZotero(user: UserRecord): Promise<ZoteroState> {
  const library = await findLibrary(user._id)
  return { connection: library === null ? null : await toConnection(library) }
}

/**
 * Tests a key, or the saved one: whose library it opens, what it may do there, and what can be chosen from. A key that
 * cannot be used is an answer with the reason. Throws "source-unavailable" during an outage.
 */
export async function testZotero(
  product: Parts,
  user: UserRecord,
  { key }: Pick<ZoteroInput, 'key'>,
): Promise<ZoteroTest> {
  const failed = {
    ok: false,
    items: null,
    collections: [],
    groups: [],
    can_write: false,
    can_write_notes: false,
    can_read_groups: false,
  }
  try {
    const { rights, access } = await openLibrary(product, key ?? (await savedKey(product, user)))
    const items = await requireZotero(product).countItems(access)
    const collections = await requireZotero(product).listCollections(access)
    const groups = await listGroups(product, rights, access)
    return {
      ok: true,
      message: describeRights(rights, items),
      items,
      can_write: rights.canWrite,
      can_write_notes: rights.canWriteNotes,
      collections: withPaths(collections),
      can_read_groups: rights.groups.length > 0,
      groups,
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input') return { ...failed, message: error.message }
    throw error
  }
}

/**
 * Connects a library, or changes what is done with it, after its key was tried. Everything is then read again in the new
 * way; of what was read before nothing is lost. Throws "invalid-input" for a key or a choice that cannot be used, and
 * "source-unavailable" during an outage; then nothing is changed.
 */
export async function saveZotero(product: Parts, user: UserRecord, input: ZoteroInput): Promise<ZoteroState> {
  const before = await findLibrary(user._id)
  const key = input.key ?? (await savedKey(product, user))
  const { rights, access } = await openLibrary(product, key)
  if (input.push_to !== null && !rights.canWrite)
    throw invalidField('push_to', 'This key may not write. Allow write access for it at zotero.org, or send nothing.')
  if (input.push_to !== null && input.push_notes && !rights.canWriteNotes)
    throw invalidField('push_notes', 'This key has no access to notes. Allow it at zotero.org, or send no notes.')
  const isNamed = input.read === 'collections' || input.push_to !== null
  const named = new Map(
    (isNamed ? withPaths(await requireZotero(product).listCollections(access)) : []).map((one) => [one.key, one]),
  )
  const choose = (wanted: string, field: string) => {
    const found = named.get(wanted)
    if (found === undefined) throw invalidField(field, 'Zotero has no such collection any more. Choose another one.')
    return found
  }
  const at = now()
  const isSameLibrary = before?.zotero_user === rights.userId
  // Another account is another library.
  if (!isSameLibrary) await forgetItems(user._id)
  if (input.read === 'collections' && input.collections.length === 0)
    throw invalidField('collections', 'Choose at least one collection to read.')
  const push_to = input.push_to === null ? null : choose(input.push_to, 'push_to')
  const groups = await chooseGroups(product, {
    rights,
    access,
    wanted: input.groups,
    saved: isSameLibrary ? before.groups : [],
  })
  await saveLibrary({
    _id: user._id,
    connection_id: crypto.randomUUID(),
    sealed_key: sealKey(product, user._id, key),
    key_end: key.slice(-KEY_END),
    zotero_user: rights.userId,
    username: rights.username,
    can_write: rights.canWrite,
    can_write_notes: rights.canWriteNotes,
    read: input.read,
    collections: input.read === 'collections' ? input.collections.map((one) => choose(one, 'collections')) : [],
    groups,
    to_list: input.to_list,
    push_to,
    push_notes: input.push_notes && push_to !== null,
    push_since: isSameLibrary && before.push_to !== null ? before.push_since : at,
    push_ended: false,
    version: 0,
    last: isSameLibrary ? before.last : null,
    failing_since: null,
    needs_key: false,
    compared_at: null,
    due_at: at,
  })
  await markItemsUnread(user._id)
  // While a job of the settings so far is running, the scheduler queues the next one.
  await requestSync(user._id)
  return getZotero(user)
}

/**
 * Ends the connection and forgets what was read. Papers on the reading list, and those at Zotero, stay. A job that is open
 * is not cancelled: it finds that the connection has ended, and forgets what it stored meanwhile, also in the attempt after
 * its worker was killed. Safe to repeat.
 */
export async function removeZotero(user: UserRecord): Promise<void> {
  await deleteLibrary(user._id)
  await forgetItems(user._id)
}

/** Queues a reading. Throws "not-found" without a connection, and "conflict" while its key is refused. */
export async function syncNow(user: UserRecord): Promise<{ queued: boolean }> {
  const library = await requireLibrary(user)
  if (library.needs_key) throw new AppError('conflict', 'Zotero refuses the key. Enter a new one first.')
  return { queued: await requestSync(user._id) }
}

export async function requireLibrary(user: UserRecord): Promise<ZoteroLibrary> {
  const library = await findLibrary(user._id)
  if (library === null) throw new AppError('not-found', 'Your account is not connected to Zotero.')
  return library
}

/** The saved key. Throws "invalid-input" when there is none that can be read. */
async function savedKey(product: Parts, user: UserRecord): Promise<string> {
  const library = await findLibrary(user._id)
  const key = library === null ? null : openKey(product, library)
  if (key === null)
    throw invalidField('key', library === null ? 'Enter a key.' : 'The saved key cannot be read. Enter it again.')
  return key
}

/** What a key opens. Throws "invalid-input" for one that Zotero refuses or that may not read. */
async function openLibrary(product: Parts, key: string): Promise<{ rights: ZoteroKey; access: ZoteroAccess }> {
  const signal = AbortSignal.timeout(WAIT_MAX_MS)
  try {
    const rights = await requireZotero(product).readKey(key, { signal, tries: 1 })
    if (!rights.canRead) throw invalidField('key', 'This key may not read your library. Allow library access for it.')
    return { rights, access: { key, userId: rights.userId, signal } }
  } catch (error) {
    if (signal.aborted)
      throw new AppError('source-unavailable', 'Zotero did not answer in time. Nothing was saved.', { cause: error })
    if (error instanceof AppError && error.code === 'forbidden')
      throw invalidField('key', 'Zotero does not know this key. Copy it again, or make a new one.', error)
    throw error
  }
}

function describeRights({ username, canWrite, canWriteNotes }: ZoteroKey, items: number): string {
  const may = canWriteNotes ? 'read, write, and write notes' : canWrite ? 'read and write, without notes' : 'only read'
  const count = `${items} ${items === 1 ? 'item' : 'items'}`
  return `The library of ${username || 'this account'}, with ${count}. The key may ${may}.`
}

async function toConnection(library: ZoteroLibrary): Promise<ZoteroConnection> {
  const [counts, job] = await Promise.all([countItems(library._id), findOpenJob(syncKeyOf(library._id))])
  const { username, key_end, can_write, read, collections, groups, to_list, push_to, push_notes, last } = library
  return {
    username,
    key_end,
    can_write,
    read,
    collections,
    groups: groups.map(({ id, name, problem, failing_since }) => ({
      id,
      name,
      problem,
      failing_since: failing_since?.toISOString() ?? null,
    })),
    to_list,
    push_to,
    push_notes,
    last: last && { ...last, at: last.at.toISOString() },
    failing_since: library.failing_since?.toISOString() ?? null,
    needs_key: library.needs_key,
    progress: job && { done: job.progress.done, total: job.progress.total ?? null, step: job.progress.step },
    counts,
  }
}
