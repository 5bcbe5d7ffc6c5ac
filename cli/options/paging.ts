import type { Command } from 'commander'
import { PAGE_MAX } from '#api/contract/limits.ts'
import { parseWhole } from './values.ts'

export interface Paging {
  skip: number
  limit: number
}

/** Gives a command that lists the options to page with. */
export const addPaging = (command: Command, limit: number): Command =>
  command
    .option('--skip <count>', 'leave out the first ones', parseWhole(0, Number.MAX_SAFE_INTEGER), 0)
    .option('--limit <count>', 'how many', parseWhole(1, PAGE_MAX), limit)
