import type { Command } from 'commander'
import type { NoticeRow } from '#api/contract/notices.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<NoticeRow>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'day', value: ({ on, known_on }) => on ?? known_on },
  { title: 'what', value: ({ kind }) => kind },
  { title: 'doi', value: ({ doi }) => doi, truncatable: true },
  { title: 'by', hideable: true, value: ({ by }) => by.join(', ') },
  { title: 'title', hideable: true, value: ({ paper }) => paper?.title ?? '-', truncatable: true },
  {
    title: 'why',
    hideable: true,
    value: ({ reason, set_aside }) => set_aside?.reason ?? reason ?? '',
    truncatable: true,
  },
]

const describe = ({ kind, doi, set_aside }: NoticeRow) =>
  cleanText(`${set_aside === null ? 'Restored' : 'Set aside'}: ${kind}, ${doi}`)

/** Adds the commands of retractions and other notices about papers. */
export function addNotices(admin: Command, run: Runner): void {
  const notices = admin.command('notices').description('Retractions, corrections and other notices about papers.')
  addPaging(
    notices
      .command('list', { isDefault: true })
      .description('Notices that papers are shown with, newest first.')
      .option('--set-aside', 'those that were set aside instead'),
    20,
  ).action(
    run<Paging & { setAside?: boolean }>(
      'the notices could not be read',
      async ({ client, out }, { skip, limit, setAside = false }) => {
        const query = { show: setAside ? 'set_aside' : 'current', skip, limit } as const
        const list = await unwrap(client.admin.notices.get({ query }))
        out.list(list, columns, setAside ? 'No notice was set aside.' : 'No paper of the library has a notice.')
      },
    ),
  )

  notices
    .command('set-aside')
    .description('Show papers without a notice that is wrong.')
    .argument('<id>', 'id of the notice')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(
      run<{ reason: string }>('the notice was not set aside', async ({ client, out }, { reason }, [id = '']) => {
        const notice = await unwrap(client.admin.notices({ id: pathPart(id) }).put({ reason }))
        out.data(notice, () => describe(notice))
      }),
    )

  notices
    .command('restore')
    .description('Show papers with a notice again that was set aside.')
    .argument('<id>', 'id of the notice')
    .action(
      run('the notice was not restored', async ({ client, out }, _options, [id = '']) => {
        const notice = await unwrap(client.admin.notices({ id: pathPart(id) }).put({ reason: null }))
        out.data(notice, () => describe(notice))
      }),
    )
}
