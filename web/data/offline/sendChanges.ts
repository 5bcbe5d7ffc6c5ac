import { ApiError, unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import { changeTags, moveItem } from '../reading/readingListCalls.ts'
import type { Confirmed } from './showConfirmed.ts'
import {
  dropChange,
  findKept,
  keepChange,
  letWait,
  markTried,
  refuseChange,
  unsentChanges,
  type Change,
  type UnsentChange,
} from './unsentChanges.ts'
import { shownState } from './withUnsent.ts'

/** For whom changes are sent. `show` is called with what the server has confirmed. */
export interface Sender {
  client: Client
  userId: string
  show: (confirmed: Confirmed) => void
}

/** "superseded": a newer change has taken its place, or there is nothing to send any more. */
export type Outcome = 'sent' | 'waiting' | 'superseded'

const NOT_KEPT = 'You are offline, and this browser keeps no changes.'

/** Failures after which the same change can succeed later. */
export const isTemporary = ({ code, status }: ApiError) =>
  code === 'unreachable' || status === 401 || status === 429 || status >= 500

/**
 * Keeps a change and sends it at once. Without a connection it waits on this device; also while an earlier change of the
 * paper waits, which a newer one must not overtake, and when the session has ended. Throws ApiError if the server refuses,
 * or if the change cannot be sent and the browser does not keep it.
 */
export async function makeChange(sender: Sender, change: Change): Promise<Outcome> {
  const { userId } = sender
  const kept = keepChange(userId, change)
  if (kept === null) return 'superseded'
  const wait = (cause?: unknown): Outcome => {
    if (letWait(userId, kept)) return 'waiting'
    throw new ApiError({ code: 'unreachable', message: NOT_KEPT }, 0, { cause })
  }
  if (!navigator.onLine) return wait()
  return inOrder(laneOf(kept), async () => {
    const current = findKept(userId, kept)
    if (current === null) return 'superseded'
    if (current.refused !== undefined) {
      // Another tab has sent it.
      dropChange(userId, kept)
      throw new ApiError({ code: 'invalid-input', message: current.refused }, 422)
    }
    if (unsentChanges(userId).some((other) => laneOf(other) === laneOf(kept) && other.waits && other.at < kept.at))
      return wait()
    try {
      await send(sender, kept)
      return 'sent'
    } catch (error) {
      // After the next sign-in of the same user, it is sent.
      if (error instanceof ApiError && (error.code === 'unreachable' || error.status === 401)) return wait(error)
      dropChange(userId, kept)
      throw error
    }
  })
}

/**
 * Sends the changes that wait, in their order. A change that the server refuses is marked and kept for the reader. Throws
 * ApiError if the rest has to be sent later.
 */
export async function sendChanges(sender: Sender): Promise<void> {
  const { userId } = sender
  for (const change of unsentChanges(userId)) {
    await inOrder(laneOf(change), async () => {
      const current = findKept(userId, change)
      if (current === null || current.refused !== undefined) return
      try {
        await send(sender, current)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isTemporary(error)) {
          letWait(userId, current)
          throw error
        }
        // Nobody misses the mark that a card was seen.
        if (current.what === 'seen') dropChange(userId, current)
        else refuseChange(userId, current, error.message)
      }
    })
  }
}

/** Changes of one lane are sent one after the other. Nothing the reader does waits for the report that a card was seen. */
const laneOf = ({ paperId, what }: Pick<Change, 'paperId' | 'what'>) => (what === 'seen' ? `${paperId} seen` : paperId)

/** Sends one change, shows what the server has confirmed, and drops it. */
async function send({ client, userId, show }: Sender, change: UnsentChange): Promise<void> {
  markTried(userId, change)
  const confirmed = await callServer(client, change)
  show({ paperId: change.paperId, what: change.what, ...confirmed })
  dropChange(userId, change)
}

/** Every call can be repeated: an answer that was lost does no harm. */
async function callServer(
  client: Client,
  { paperId, what, itemId, move, tags, foundBy }: UnsentChange,
): Promise<Pick<Confirmed, 'state' | 'item'>> {
  const list = client.users.me['reading-list']
  const paper = client.papers({ id: encodeURIComponent(paperId) })
  if (what === 'note') return {}
  if (what === 'move' || what === 'tags') {
    const id = itemId ?? ''
    if (move) return { item: await moveItem(client, { id, version: move.version }, move.to) }
    return tags ? { item: await changeTags(client, { id, version: tags.version, tags: [...tags.from] }, tags.to) } : {}
  }
  if (what === 'save' || what === 'restore') {
    const item = await unwrap(
      what === 'save'
        ? list.post({ paper_id: paperId, ...(foundBy && { found_by: foundBy }) })
        : list({ id: itemId ?? '' }).restore.post(),
    )
    return { item, state: { saved: true, saved_item_id: item.id } }
  }
  if (what === 'remove') {
    // A save that may have arrived without its answer: to save again gives the item.
    const id = itemId ?? (await unwrap(list.post({ paper_id: paperId }))).id
    await unwrap(list({ id }).delete()).catch((error: unknown) => {
      // Already removed, for example in another window.
      if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
    })
    return { state: { saved: false, saved_item_id: undefined } }
  }
  if (what !== 'seen') return { state: { ...(await unwrap(paper.feedback.put({ value: what }))), ...shownState(what) } }
  // The browser still sends the request if the page is left at the same moment.
  await unwrap(paper.view.post(undefined, { fetch: { keepalive: true } }))
  return {}
}

/** The last task of each name in this page, for a browser without locks: over HTTP, but for this machine. */
const lastTasks = new Map<string, Promise<unknown>>()

/**
 * Runs the tasks of one name one after the other, over all tabs. Where the browser has no locks, tabs may send the same
 * twice, which changes nothing.
 */
export function inOrder<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(`paperdawn-unsent ${name}`, task)
  const result = (lastTasks.get(name) ?? Promise.resolve()).then(task)
  lastTasks.set(
    name,
    result.catch(() => undefined),
  )
  return result
}
