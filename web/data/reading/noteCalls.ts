import type { FoundBy } from '#api/contract/limits.ts'
import type { Item } from '#api/contract/readingList.ts'
import { unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import type { Confirmed } from '../offline/showConfirmed.ts'
import type { NoteCalls } from './sendNote.ts'

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
