import type { ReadingList } from '#api/contract/readingList.ts'
import { unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import { readingRead } from '../reads.ts'
import type { ReadingFilter } from './readingPages.ts'

export type ReadingPageKey = readonly [resource: 'reading-list', filter: ReadingFilter, skip: number]

/** One page of the reading list. Throws ApiError. */
export const loadReadingList = (client: Client, [, filter, skip]: ReadingPageKey): Promise<ReadingList> =>
  unwrap(client.users.me['reading-list'].get({ query: readingRead(filter, skip).query }))
