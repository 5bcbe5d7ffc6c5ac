import { Jobs } from './jobModel.ts'

/** A day that has failed is not waited for. */
const WAITING = { kind: 'deliver', open: true, error: null } as const

/** Whether an earlier day than `day` waits for its cards, or gets them now. */
export const isEarlierDayWaiting = async (day: string): Promise<boolean> =>
  (await Jobs.exists({ ...WAITING, 'input.day': { $lt: day } })) !== null

/** The days from `since` on that wait for their cards, or get them now. */
export const findWaitingDays = (since: string): Promise<string[]> =>
  Jobs.distinct('input.day', { ...WAITING, 'input.day': { $gte: since } }) as Promise<unknown[]> as Promise<string[]>
