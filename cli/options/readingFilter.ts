import { Option, type Command } from 'commander'
import type { ReadingStatus } from '#api/contract/readingList.ts'

const STATUSES = ['to_read', 'reading', 'done'] as const satisfies readonly ReadingStatus[]

/** Which papers of the reading list. */
export interface FilterOptions {
  status?: ReadingStatus
  tag?: string
  find?: string
}

/** Adds the options that choose papers of the reading list. */
export const addFilter = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'only with this status').choices(STATUSES))
    .option('--tag <tag>', 'only with this tag')
    .option('--find <words>', 'only with these words in title, authors, note or tags')

/** The same as parameters of a request. */
export const toFilter = ({ status, tag, find }: FilterOptions) => ({
  ...(status && { status }),
  ...(tag && { tag }),
  ...(find && { q: find }),
})
