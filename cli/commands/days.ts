import type { Command } from 'commander'
import type { DayRow, DayState } from '#api/contract/days.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { parseDay } from '../options/values.ts'
import type { Column } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'

const styles: Record<DayState, Style | undefined> = {
  announced: 'green',
  empty: 'dim',
  recovered: 'yellow',
  missing: 'red',
  expected: 'dim',
}

const columns: readonly Column<DayRow>[] = [
  { title: 'day', value: ({ day }) => day },
  { title: 'source', hideable: true, value: ({ source }) => source },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  { title: 'papers', value: ({ papers }) => papers, right: true },
  { title: 'unaccounted', value: ({ unaccounted }) => unaccounted, right: true },
  { title: 'archives in trouble', value: describeTrouble, truncatable: true },
]

export function addDays(admin: Command, run: Runner): void {
  const command = admin
    .command('days')
    .description('What is known about each announcement day, newest first.')
    .option('--from <day>', 'first day; default: eight weeks before the last', parseDay)
    .option('--until <day>', 'last day; default: today', parseDay)
    .option('--source <id>', 'only this source')
    .action(
      run<{ from?: string; until?: string; source?: string }>('the days could not be read', async (context, query) => {
        const { client, out } = context
        const { from, until, source } = query
        const days = await unwrap(client.admin.days.get({ query: { from, until, source } }))
        const { items, missing } = days
        if (items.length > 0 || context.options.json) out.data(days, () => out.table(columns, items))
        else out.note('There are no days: nothing was fetched yet, or the range has no working day.')
        if (missing > 0) {
          const count = missing === 1 ? '1 day is missing.' : `${missing} days are missing.`
          out.note(`${count} Fetch what is missing: paperdawn admin backfill`)
        }
      }),
    )
  addExamples(command, ['paperdawn admin days', 'paperdawn admin days --from 2026-11-01 --until 2026-11-20 --json'])
}

/** "missing: hep-th, math; cs 3 unaccounted" */
function describeTrouble({ archives }: DayRow): string {
  const missing = archives.filter(({ state }) => state === 'missing').map(nameOf)
  const names = missing.length === archives.length ? 'all' : missing.join(', ')
  const incomplete = archives
    .filter(({ unaccounted }) => unaccounted > 0)
    .map((archive) => `${nameOf(archive)} ${archive.unaccounted} unaccounted`)
  return [...(missing.length > 0 ? [`missing: ${names}`] : []), ...incomplete].join('; ')
}

/** All journals are one archive, and so are all queries and all feeds. */
const nameOf = ({ archive }: DayRow['archives'][number]): string => NAMES[archive] ?? archive
const NAMES: Readonly<Record<string, string>> = { journal: 'journals', pubmed: 'queries', feed: 'feeds' }
