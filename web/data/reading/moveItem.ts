import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'

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
