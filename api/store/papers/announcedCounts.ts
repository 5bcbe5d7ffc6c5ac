import type { AnnounceType } from '../../contract/papers.ts'
import { Papers } from './paperModel.ts'

export type CountsByType = Record<AnnounceType, number>

/** Number of stored papers announced on `day` by type, and of those announced to readers for the first time. */
export async function countStored(source: string, day: string): Promise<{ stored: CountsByType; arrivals: number }> {
  const isLate = { $ne: [{ $type: '$announcements.added' }, 'missing'] }
  const counts = await Papers.aggregate<{ _id: { type: AnnounceType; isLate: boolean }; count: number }>([
    { $match: { source, 'announcements.on': day } },
    { $unwind: '$announcements' },
    { $match: { 'announcements.on': day } },
    { $group: { _id: { type: '$announcements.type', isLate }, count: { $sum: 1 } } },
  ])
  const stored: CountsByType = { new: 0, cross: 0, replace: 0, 'replace-cross': 0 }
  let arrivals = 0
  for (const { _id, count } of counts) {
    stored[_id.type] += count
    if (_id.type === 'new' || (_id.type === 'cross' && !_id.isLate)) arrivals += count
  }
  return { stored, arrivals }
}

/** Number of stored papers announced on `day`, by archive of any of their categories. */
export async function countByArchive(source: string, day: string): Promise<Map<string, number>> {
  const archives = { $setUnion: { $map: { input: '$categories', in: { $first: { $split: ['$$this', '.'] } } } } }
  const counts = await Papers.aggregate<{ _id: string; count: number }>([
    { $match: { source, 'announcements.on': day } },
    { $project: { archives } },
    { $unwind: '$archives' },
    { $group: { _id: '$archives', count: { $sum: 1 } } },
  ])
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}
