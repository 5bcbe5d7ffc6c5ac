import type { Command } from 'commander'
import { PAGE_MAX } from '#api/contract/limits.ts'
import { parseWhole } from './values.ts'

export interface Paging {
  skip: number
  limit: number
}

/** Adds --skip and --limit to a list command; `limit` is the default page size. */
export const addPaging = (command: Command, limit: number): Command =>
  command
    .option('--skip <count>', 'skip the first entries', parseWhole(0, Number.MAX_SAFE_INTEGER), 0)
    .option('--limit <count>', 'how many entries', parseWhole(1, PAGE_MAX), limit)
