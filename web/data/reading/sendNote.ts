import type { Item } from '#api/contract/readingList.ts'
import { ApiError } from '../../shared/client.ts'

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
