import type { Command } from 'commander'
import type { AdminUser } from '#api/contract/admin.ts'
import { NEW_SIGN_IN_DAYS } from '#api/contract/limits.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<AdminUser>[] = [
  { title: 'name', value: ({ name }) => name, truncatable: true },
  { title: 'e-mail', value: ({ email }) => email, truncatable: true },
  {
    title: 'role',
    value: ({ is_admin, disabled, dormant }) =>
      disabled ? 'disabled' : `${is_admin ? 'admin' : 'reader'}${dormant ? ', unused' : ''}`,
    style: ({ is_admin, disabled }) => (disabled ? 'red' : is_admin ? 'bold' : undefined),
  },
  { title: 'id', value: ({ id }) => id },
  { title: 'last seen', hideable: true, value: ({ last_seen_at }) => formatInstant(last_seen_at) },
  { title: 'categories', hideable: true, value: ({ categories }) => categories, right: true },
  { title: 'saved', hideable: true, value: ({ saved }) => saved, right: true },
  { title: 'delivered', hideable: true, value: ({ delivered }) => delivered, right: true },
  { title: 'digest', hideable: true, value: ({ digest }) => (digest ? 'on' : 'off') },
]

export function addUsers(admin: Command, run: Runner): void {
  const users = admin.command('users').description('Readers and admins.')
  const list = addPaging(
    users
      .command('list', { isDefault: true })
      .description('Readers and admins, newest first.')
      .option('--q <text>', 'only those with this in their name or e-mail address'),
    50,
  ).action(
    run<Paging & { q?: string }>('the users could not be read', async ({ client, out }, { q, skip, limit }) => {
      const page = await unwrap(client.admin.users.get({ query: { q, skip, limit } }))
      out.list(page, columns, 'There are no users.')
    }),
  )
  addExamples(list, ['paperdawn admin users', 'paperdawn admin users --q linde --json'])

  for (const [verb, changes, purpose] of [
    ['disable', { disabled: true }, 'Disable an account; its sessions end within seconds.'],
    ['enable', { disabled: false }, 'Enable an account again.'],
    [
      'allow-sign-in',
      { allow_new_sign_in: true },
      `Let a new sign-in with the address of an unused account take it over, for ${NEW_SIGN_IN_DAYS} days.`,
    ],
  ] as const)
    users
      .command(verb)
      .description(purpose)
      .argument('<id>')
      .action(
        run('the account could not be changed', async ({ client, out }, _options, [id = '']) => {
          const user = await unwrap(client.admin.users({ id: pathPart(id) }).put(changes))
          out.data(user, () => out.table(columns, [user]))
        }),
      )
}
