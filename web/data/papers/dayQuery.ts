import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'

/** What the API is asked for to show `day`, or the newest day if undefined, with the first page of its cards. */
export const dayQuery = (day?: string) => ({ first: DAY_PAGE_SIZE, ...(day !== undefined && { day }) })
