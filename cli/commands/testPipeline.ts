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
  { title: 'message', value: ({ message }) => message, shrinks: true },
  { title: 'sample', value: ({ sample = '' }) => sample, shrinks: true },
]

export function addTestPipeline(admin: Command, run: Runner): void {
  admin
    .command('test-pipeline')
    .description('Try every stage on a handful of papers, writing nothing. Exits with 1 when one fails.')
    .action(
      run('the pipeline could not be tried', async ({ client, out }) => {
        out.note('Asking the sources; they want to be asked slowly.')
        const test = await unwrap(client.admin['test-pipeline'].get())
        out.data(test, () => out.table(columns, test.stages))
        return test.ok ? EXIT.ok : EXIT.failure
      }),
    )
}
