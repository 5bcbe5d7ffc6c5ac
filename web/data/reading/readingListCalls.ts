import type { Item, ReadingList, ReadingStatus } from '#api/contract/readingList.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import { readingRead, type ReadingFilter } from '../reads.ts'

export type ReadingPageKey = readonly [resource: 'reading-list', filter: ReadingFilter, skip: number]

/** One page of the reading list. Throws ApiError. */
export const loadReadingList = (client: Client, [, filter, skip]: ReadingPageKey): Promise<ReadingList> =>
  unwrap(client.users.me['reading-list'].get({ query: readingRead(filter, skip).query }))

/** Changes the state of an item. Throws ApiError. */
export async function moveItem(
  client: Client,
  item: Pick<Item, 'id' | 'version'>,
  status: ReadingStatus,
): Promise<Item> {
  const call = ({ id, version }: typeof item) =>
    unwrap(client.users.me['reading-list']({ id }).put({ version, status }))
  try {
    return await call(item)
  } catch (error) {
    // The note was saved in the meantime. The state does not overwrite it, so retry with the newest version.
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    return await call(error.current as Item)
  }
}

/**
 * Changes the tags of `item` to `tags`. Tags that another window or device added or removed meanwhile are kept so.
 * Throws ApiError.
 */
export async function changeTags(
  client: Client,
  item: Pick<Item, 'id' | 'version' | 'tags'>,
  tags: readonly string[],
): Promise<Item> {
  const put = (id: string, version: number, next: Iterable<string>) =>
    unwrap(client.users.me['reading-list']({ id }).put({ version, tags: [...next] }))
  const added = tags.filter((tag) => !item.tags.includes(tag))
  const removed = new Set(item.tags).difference(new Set(tags))
  try {
    return await put(item.id, item.version, tags)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    const { id, version, tags: theirs } = error.current as Item
    return put(id, version, new Set([...theirs.filter((tag) => !removed.has(tag)), ...added]))
  }
}
