import type { ReadingListQuery } from '#api/contract/readingList.ts'

/** Number of items of the reading list that are loaded at once. */
export const READING_STEP = 30

export type ReadingFilter = Pick<ReadingListQuery, 'status' | 'q' | 'tag' | 'sort' | 'with_note'>
