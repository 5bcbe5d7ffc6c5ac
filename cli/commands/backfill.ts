import type { Command } from 'commander'
import type { BackfillEstimate } from '#api/contract/days.ts'
import type { Job } from '#api/contract/jobs.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { parseDay } from '../options/values.ts'
import { EXIT } from '../terminal/failures.ts'
import { formatFacts } from '../terminal/table.ts'
import { formatSeconds } from '../terminal/times.ts'

interface Range {
  from: string
  until: string
}

interface Options extends Partial<Range> {
  source?: string
  dryRun?: boolean
  detach?: boolean
}

export function addBackfill(admin: Command, run: Runner): void {
  const command = admin
    .command('backfill')
    .description('Fetch the announcements of past days; by default those that are missing.')
    .option('--from <day>', 'first day; default: the first missing one', parseDay)
    .option('--until <day>', 'last day; default: the last missing one', parseDay)
    .option('--source <id>', 'only from this source')
    .option('--dry-run', 'print the estimate and exit')
    .option('--detach', 'print the job id and exit')
    .action(
      run<Options>('the days could not be fetched', async (context, { source, dryRun, detach, ...given }) => {
        const { client, out } = context
        const range = await chooseRange(context, given, source)
        if (range === null) {
          out.note('No day is missing. Fetch a day again: paperdawn admin backfill --from <day> --until <day>')
          return EXIT.ok
        }
        const input = { ...range, ...(source !== undefined && { source }) }
        const estimate = (await unwrap(client.admin.backfill.post({ ...input, dry_run: true }))) as BackfillEstimate
        if (dryRun) {
          out.data({ ...range, ...estimate }, () => formatEstimate(range, estimate))
          return EXIT.ok
        }
        out.note(formatEstimate(range, estimate))
        await confirmTyped(context, { question: `This fetches ${range.from} to ${range.until}.`, word: 'yes' })
        const job = (await unwrap(client.admin.backfill.post(input))) as Job
        return runJob(context, job, { detach })
      }),
    )
  addExamples(command, [
    'paperdawn admin backfill --dry-run',
    'paperdawn admin backfill --yes',
    'paperdawn admin backfill --from 2026-11-03 --until 2026-11-20 --detach',
  ])
}

/** Completes the given range with the missing days of the ledger. Returns null if no day is missing. */
async function chooseRange(
  { client }: Context,
  { from, until }: Partial<Range>,
  source: string | undefined,
): Promise<Range | null> {
  if (from !== undefined && until !== undefined) return { from, until }
  const { items } = await unwrap(client.admin.days.get({ query: { from, until, source } }))
  const missing = items.filter(({ state }) => state === 'missing').map(({ day }) => day)
  const first = from ?? missing.at(-1) ?? until
  const last = until ?? missing[0] ?? from
  return first === undefined || last === undefined ? null : { from: first, until: last }
}

const formatEstimate = ({ from, until }: Range, { days, requests, seconds }: BackfillEstimate): string =>
  formatFacts([
    ['days', `${from} to ${until}`],
    ['missing', days],
    ['requests', `about ${requests}`],
    ['time', `about ${formatSeconds(seconds)}`],
  ])
