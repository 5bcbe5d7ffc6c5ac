import type { Command } from 'commander'
import type { PipelineTest } from '#api/contract/admin.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { EXIT } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<PipelineTest['stages'][number]>[] = [
  { title: 'stage', value: ({ name }) => name },
  { title: 'result', value: ({ ok }) => (ok ? 'ok' : 'failed'), style: ({ ok }) => (ok ? 'green' : 'red') },
  { title: 'took', value: ({ ms }) => `${Math.round(ms)} ms`, right: true },
  { title: 'message', value: ({ message }) => message, truncatable: true },
  { title: 'sample', value: ({ sample = '' }) => sample, truncatable: true },
]

export function addTestPipeline(admin: Command, run: Runner): void {
  admin
    .command('test-pipeline')
    .description('Run every stage on a few papers without storing anything. Exits with 1 when one fails.')
    .action(
      run('the pipeline could not be tested', async ({ client, out }) => {
        out.note('Fetching from the sources; this takes a while because of their rate limits.')
        const test = await unwrap(client.admin['test-pipeline'].get())
        out.data(test, () => out.table(columns, test.stages))
        return test.ok ? EXIT.ok : EXIT.failure
      }),
    )
}
