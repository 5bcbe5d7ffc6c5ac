import type { Command } from 'commander'
import type { AdminUser } from '#api/contract/admin.ts'
import { unwrap } from '../client.ts'
import type { Runner } from '../context.ts'
import { addExamples } from '../examples.ts'
import { addPaging, type Paging } from '../paging.ts'
import type { Column } from '../table.ts'
import { formatInstant } from '../times.ts'

const columns: readonly Column<AdminUser>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'name', value: ({ name }) => name, shrinks: true },
  { title: 'e-mail', value: ({ email }) => email, shrinks: true },
  {
    title: 'role',
    value: ({ is_admin, disabled }) => (disabled ? 'disabled' : is_admin ? 'admin' : 'reader'),
    style: ({ is_admin, disabled }) => (disabled ? 'red' : is_admin ? 'bold' : undefined),
  },
  { title: 'last seen', value: ({ last_seen_at }) => formatInstant(last_seen_at) },
  { title: 'categories', value: ({ categories }) => categories, right: true },
  { title: 'saved', value: ({ saved }) => saved, right: true },
  { title: 'delivered', value: ({ delivered }) => delivered, right: true },
  { title: 'digest', value: ({ digest }) => (digest ? 'on' : 'off') },
]

export function addUsers(admin: Command, run: Runner): void {
  const command = addPaging(
    admin
      .command('users')
      .description('Readers and admins.')
      .option('--q <text>', 'only those with this in their name or e-mail address'),
    50,
  ).action(
    run<Paging & { q?: string }>('the users could not be read', async ({ client, out }, { q, skip, limit }) => {
      const users = await unwrap(client.admin.users.get({ query: { q, skip, limit } }))
      out.list(users, columns, 'There is nobody.')
    }),
  )
  addExamples(command, ['paperdawn admin users', 'paperdawn admin users --q linde --json'])
}
