import type { FoundBy } from '#api/contract/limits.ts'
import type { Item } from '#api/contract/readingList.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import type { Confirmed } from '../offline/showConfirmed.ts'

export interface NoteCalls {
  /** Adds the paper with this note to the list. If it has a note already, returns the item with that note. */
  create(notes: string): Promise<Item>
  /** Throws ApiError "conflict" with `current` when `version` is not the newest. */
  change(item: { id: string; version: number }, notes: string): Promise<Item>
}

/**
 * Saves `text` as the note that was edited from `base`; undefined if there was none. Adds the paper to the list if it
 * is not on it, for example because it was removed in another window. Throws ApiError "conflict" with the current item
 * if the server has a note that is neither `text` nor the one of `base`.
 */
export async function sendNote(
  calls: NoteCalls,
  base: { id: string; notes: string; version: number } | undefined,
  text: string,
): Promise<Item> {
  const current = await changeOrAdd()
  if (current.notes === text) return current
  if (current.notes === (base?.notes ?? '')) return calls.change(current, text)
  throw new ApiError({ code: 'conflict', message: 'The note was changed elsewhere.', current }, 409)

  async function changeOrAdd(): Promise<Item> {
    if (!base) return calls.create(text)
    try {
      return await calls.change(base, text)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') return calls.create(text)
      const other = currentOf(error)
      if (!other) throw error
      return other
    }
  }
}

/** The server's item, if `error` is a conflict. */
export const currentOf = (error: unknown): Item | undefined =>
  error instanceof ApiError && error.code === 'conflict' ? (error.current as Item | undefined) : undefined

/** Ids of the papers whose note is open in this window: their editors save their drafts themselves. */
export const openNotes = new Set<string>()

/** Has an event `left` when an editor was closed with text that the server has not confirmed. */
export const leftDrafts = new EventTarget()

/** The API calls that save the note on one paper. `foundBy`: how the reader found a paper that its note saves, if that is known. */
export const noteCalls = (client: Client, paperId: string, foundBy?: FoundBy): NoteCalls => ({
  create: (notes) =>
    unwrap(client.users.me['reading-list'].post({ paper_id: paperId, notes, ...(foundBy && { found_by: foundBy }) })),
  change: ({ id, version }, notes) => unwrap(client.users.me['reading-list']({ id }).put({ version, notes })),
})

/** What the server has confirmed with a saved note. The first one saves the paper. */
export const noteSaved = (paperId: string, item: Item): Confirmed => ({
  paperId,
  item,
  ...(item.version === 1 && { what: 'save' }),
  state: { saved: true, saved_item_id: item.id },
})
