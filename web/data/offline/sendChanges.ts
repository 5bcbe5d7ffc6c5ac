import { ApiError, unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import { changeTags } from '../reading/changeTags.ts'
import { moveItem } from '../reading/moveItem.ts'
import { dropChange, refuseChange, unsentChanges, type Change } from './unsentChanges.ts'

/** Sends one change. Every call can be repeated: an answer that was lost does no harm. */
async function sendChange(client: Client, { paperId, what, itemId, move, tags }: Change): Promise<void> {
  if (what === 'note') return
  const list = client.users.me['reading-list']
  const paper = client.papers({ id: encodeURIComponent(paperId) })
  if (what === 'save') await unwrap(list.post({ paper_id: paperId }))
  else if (what === 'restore') await unwrap(list({ id: itemId ?? '' }).restore.post())
  else if (what === 'remove') await unwrap(list({ id: itemId ?? '' }).delete())
  else if (what === 'move') {
    if (move) await moveItem(client, { id: itemId ?? '', version: move.version }, move.to)
  } else if (what === 'tags') {
    if (tags) await changeTags(client, { id: itemId ?? '', version: tags.version, tags: [...tags.from] }, tags.to)
  } else if (what === 'seen') await unwrap(paper.view.post())
  else await unwrap(paper.feedback.put({ value: what }))
}

/** Failures after which the same change can succeed later. */
export const isTemporary = ({ code, status }: ApiError) =>
  code === 'unreachable' || status === 401 || status === 429 || status >= 500

/**
 * Sends the changes that were made without a connection, in their order. A change that the server refuses is marked and
 * kept for the reader. Throws ApiError if the rest has to be sent later.
 */
export async function sendChanges(client: Client, userId: string): Promise<void> {
  for (const change of unsentChanges(userId).filter(({ refused }) => refused === undefined)) {
    try {
      await sendChange(client, change)
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) throw error
      const isGone = change.what === 'remove' && error.code === 'not-found'
      // Nobody misses the mark that a card was seen.
      if (!isGone && change.what !== 'seen') {
        refuseChange(userId, change, error.message)
        continue
      }
    }
    dropChange(userId, change)
  }
}

/** Runs `send` in one tab at a time. Where the browser has no locks, tabs may send the same twice, which changes nothing. */
export function inOneTab<Result>(send: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  return locks ? locks.request('paperdawn-unsent', send) : send()
}
