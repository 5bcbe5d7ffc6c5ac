import { Jobs } from './jobModel.ts'

/**
 * Whether an earlier day than `day`, of those from `since` on, waits for its cards, or gets them now. One that has failed
 * is not waited for.
 */
export async function isEarlierDayWaiting(day: string, since = ''): Promise<boolean> {
  const earlier = { kind: 'deliver' as const, open: true, error: null, 'input.day': { $gte: since, $lt: day } }
  return (await Jobs.exists(earlier)) !== null
}
