import type { Command } from 'commander'
import type { Terminal } from '#api/contract/auth.ts'
import { PAGE_MAX } from '#api/contract/limits.ts'
import { unwrap, type Client } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { Failure } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

/** The table shows so much of an id that it fits into 80 columns. `end` accepts any start that is unambiguous. */
const SHORT_ID = 8

const columns: readonly Column<Terminal>[] = [
  { title: 'id', value: ({ id }) => id.slice(0, SHORT_ID) },
  { title: 'name', value: ({ device }) => device, truncatable: true },
  { title: 'place', value: ({ ip_address }) => ip_address, truncatable: true },
  { title: 'signed in', value: ({ created_at }) => formatInstant(created_at) },
  { title: 'last use', value: ({ last_used_at }) => formatInstant(last_used_at) },
  { title: 'this', value: ({ current }) => (current ? 'yes' : '') },
]

export function addSessions(program: Command, run: Runner): void {
  const sessions = program.command('sessions').description('Terminals that are signed in to your account.')
  addPaging(
    sessions
      .command('list', { isDefault: true })
      .description('Your terminals with place and last use, newest first; also says which one this is.'),
    50,
  ).action(
    run<Paging>('the sessions could not be read', async ({ client, out }, { skip, limit }) => {
      const list = await unwrap(client.users.me.sessions.get({ query: { skip, limit } }))
      out.list(list, columns, 'No terminal is signed in.')
    }),
  )

  const end = sessions
    .command('end')
    .description('Sign one of your terminals out, or all except this one.')
    .argument('[id]', 'the id, or its start as the list shows it')
    .option('--others', 'sign out all terminals except this one')
    .action(
      run<{ others?: boolean }>('the session was not ended', async (context, { others = false }, [id = '']) => {
        if ((id === '') === !others)
          throw new Failure('usage', 'Give either an id or --others.', { advice: 'See the ids: paperdawn sessions' })
        const ended = others ? await endOthers(context) : await endOne(context.client, id)
        context.out.data({ ended }, () => `Signed out: ${ended}`)
      }),
    )
  addExamples(end, ['paperdawn sessions end 3f9a1c2e', 'paperdawn sessions end --others'])
}

/** Throws `not-found`, or `usage` for an ambiguous id and for the terminal of the request. Returns 1. */
async function endOne(client: Client, id: string): Promise<number> {
  const found = (await readAll(client)).filter((terminal) => terminal.id.startsWith(id))
  const [terminal] = found
  if (terminal === undefined)
    throw new Failure('not-found', `No terminal with the id ${id} is signed in.`, {
      advice: 'See the ids: paperdawn sessions',
    })
  if (found.length > 1)
    throw new Failure('usage', `${found.length} ids begin with ${id}.`, { advice: 'Give more of the id; see --json.' })
  if (terminal.current)
    throw new Failure('usage', 'It is the session of this terminal.', { advice: 'Sign out: paperdawn auth logout' })
  await unwrap(client.users.me.sessions({ id: pathPart(terminal.id) }).delete())
  return 1
}

/** Signs all terminals out except that of the request; returns how many. Asks before, if there are any. */
async function endOthers(context: Context): Promise<number> {
  const { client } = context
  const others = (await readAll(client)).filter(({ current }) => !current)
  if (others.length === 0) return 0
  await confirmTyped(context, { question: `This signs out ${others.length} other terminals.`, word: 'end' })
  let ended = 0
  for (const { id } of others)
    try {
      await unwrap(client.users.me.sessions({ id: pathPart(id) }).delete())
      ended += 1
    } catch (error) {
      // It has signed out itself since the list was read.
      if (!(error instanceof Failure) || error.code !== 'not-found') throw error
    }
  return ended
}

async function readAll(client: Client): Promise<Terminal[]> {
  const terminals: Terminal[] = []
  for (;;) {
    const query = { skip: terminals.length, limit: PAGE_MAX }
    const { items, total } = await unwrap(client.users.me.sessions.get({ query }))
    terminals.push(...items)
    if (items.length === 0 || terminals.length >= total) return terminals
  }
}
