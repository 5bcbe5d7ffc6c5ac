import type { Command } from 'commander'
import type { DuplicateRow, PapersOfRecords } from '#api/contract/duplicates.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const nameOf = ({ records }: DuplicateRow, at: number) => records[at]?.id ?? ''

const columns: readonly Column<DuplicateRow>[] = [
  { title: 'at', hideable: true, value: ({ at }) => formatInstant(at) },
  { title: 'record', value: (row) => nameOf(row, 0) },
  { title: 'other record', value: (row) => nameOf(row, 1) },
  {
    title: 'titles',
    hideable: true,
    right: true,
    value: ({ title_similarity }) => `${Math.round(title_similarity * 100)} %`,
  },
  { title: 'why', value: ({ rule, undone_at }) => (undone_at === null ? rule : `undone: ${rule}`), truncatable: true },
]

const describePapers = ({ papers }: PapersOfRecords) =>
  papers.map(({ id, record_ids }) => cleanText(`${id}: ${record_ids.join(', ')}`)).join('\n')

export function addDuplicates(admin: Command, run: Runner): void {
  const duplicates = admin.command('duplicates').description('Records that are, or may be, one paper.')
  addPaging(
    duplicates
      .command('list', { isDefault: true })
      .description('Links between papers that were not believed, newest first.')
      .option('--merges', 'the records that were joined instead'),
    20,
  ).action(
    run<Paging & { merges?: boolean }>(
      'the duplicates could not be read',
      async ({ client, out }, { skip, limit, merges = false }) => {
        const query = { kind: merges ? 'merge' : 'suspect', skip, limit } as const
        const list = await unwrap(client.admin.duplicates.get({ query }))
        out.list(list, columns, merges ? 'Nothing was joined.' : 'Nothing is waiting for a decision.')
      },
    ),
  )

  duplicates
    .command('join')
    .description('Make records one paper. It has the id of the record that was stored first.')
    .argument('<ids...>', 'ids of two or more records, such as arxiv:2611.01234')
    .action(
      run('the records were not joined', async ({ client, out }, _options, ids) => {
        const joined = await unwrap(client.admin.duplicates.join.post({ ids: [...ids] }))
        out.data(joined, () => describePapers(joined))
      }),
    )

  duplicates
    .command('part')
    .description('Make records of a paper another paper. No rule joins them again.')
    .argument('<id>', 'id of the paper')
    .argument('<records...>', 'ids of the records that are not of this paper')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(
      run<{ reason: string }>(
        'the records were not parted',
        async ({ client, out }, { reason }, [id = '', ...record_ids]) => {
          const parted = await unwrap(client.admin.duplicates.part.post({ id, record_ids, reason }))
          out.data(parted, () => describePapers(parted))
        },
      ),
    )
}
