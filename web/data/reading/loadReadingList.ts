import type { ReadingList, ReadingListQuery } from '#api/contract/readingList.ts'
import { unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'
import { READING_STEP } from './readingPages.ts'

export type ReadingFilter = Pick<ReadingListQuery, 'status' | 'q' | 'tag' | 'sort' | 'with_note'>
export type ReadingPageKey = readonly [resource: 'reading-list', filter: ReadingFilter, skip: number]

/** One page of the reading list. Throws ApiError. */
export const loadReadingList = (client: Client, [, filter, skip]: ReadingPageKey): Promise<ReadingList> =>
  unwrap(client.users.me['reading-list'].get({ query: { ...filter, skip, limit: READING_STEP } }))
