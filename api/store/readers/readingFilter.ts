import { DAY_MS } from '../../platform/clock.ts'
import type { QueryFilter } from 'mongoose'
import { REMOVED_KEPT_DAYS } from '../../contract/limits.ts'
import type { ReadingListQuery } from '../../contract/readingList.ts'
import { listed, type ItemRecord } from './readingListModel.ts'

export type ItemFilter = Pick<ReadingListQuery, 'status' | 'with_note'> & {
  /** Only items with one of these tags. */
  tags?: readonly string[]
  /** Only these items. */
  ids?: readonly string[]
}

export const toFilter = (userId: string, { status, tags, with_note, ids }: ItemFilter): QueryFilter<ItemRecord> => ({
  ...listed(userId),
  ...(status !== undefined && { status }),
  ...(tags !== undefined && { tags: { $in: tags } }),
  ...(with_note !== undefined && { notes: with_note ? { $ne: '' } : '' }),
  ...(ids !== undefined && { _id: { $in: ids } }),
})

export const orders = {
  added: { added_at: -1, _id: 1 },
  oldest: { added_at: 1, _id: 1 },
  updated: { updated_at: -1, _id: 1 },
  published: { 'snapshot.published_at': -1, _id: 1 },
  title: { title_key: 1, _id: 1 },
} as const

/** Items that were removed earlier can no longer be restored at `at`. */
export const expiryAt = (at: Date): Date => new Date(at.getTime() - REMOVED_KEPT_DAYS * DAY_MS)
