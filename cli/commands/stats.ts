import type { Command } from 'commander'
import type { ProcessingStats } from '#api/contract/admin.ts'
import { DAYS_BACK_STATS_DEFAULT, DAYS_BACK_STATS_MAX } from '#api/contract/limits.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import type { Column } from '../terminal/table.ts'
import { formatSeconds } from '../terminal/times.ts'
import { parseWhole } from '../options/values.ts'

type Counts = ProcessingStats['totals']
type Row = Counts & { on: string; runs: string; failed: string; took: string }

const columns: readonly Column<Row>[] = [
  { title: 'day', value: ({ on }) => on },
  { title: 'fetched', value: ({ fetched }) => fetched, right: true },
  { title: 'new', value: (row) => row.new, right: true },
  { title: 'updated', hideable: true, value: ({ updated }) => updated, right: true },
  { title: 'duplicates', hideable: true, value: ({ duplicates }) => duplicates, right: true },
  { title: 'quarantined', value: ({ quarantined }) => quarantined, right: true },
  { title: 'delivered', value: ({ delivered }) => delivered, right: true },
  { title: 'mails', value: ({ mails }) => mails, right: true },
  { title: 'runs', value: ({ runs }) => runs, right: true },
  { title: 'failed', value: ({ failed }) => failed, right: true },
  { title: 'took', hideable: true, value: ({ took }) => took, right: true },
]

export function addStats(admin: Command, run: Runner): void {
  const command = admin
    .command('stats')
    .description('What was fetched, stored, delivered and mailed, day by day.')
    .option('--days-back <days>', 'how many days', parseWhole(1, DAYS_BACK_STATS_MAX), DAYS_BACK_STATS_DEFAULT)
    .action(
      run<{ daysBack: number }>('the statistics could not be read', async ({ client, out }, { daysBack }) => {
        const stats = await unwrap(client.admin['processing-stats'].get({ query: { days_back: daysBack } }))
        const rows = stats.days.map((day) => ({
          ...day,
          runs: String(day.runs),
          failed: String(day.failed_runs),
          took: formatSeconds(day.duration_ms / 1000),
        }))
        const sum = { ...stats.totals, on: 'total', runs: '', failed: '', took: '' }
        out.data(stats, () => out.table(columns, [...rows, sum]))
      }),
    )
  addExamples(command, ['paperdawn admin stats', 'paperdawn admin stats --days-back 30 --json'])
}
