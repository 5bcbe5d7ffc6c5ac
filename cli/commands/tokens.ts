import { Option, type Command } from 'commander'
import { TOKEN_DAYS_MAX, TOKEN_SCOPES, type TokenScope } from '#api/contract/limits.ts'
import type { PersonalToken } from '#api/contract/tokens.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { parseWhole } from '../options/values.ts'
import { Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

/** The table shows so much of an id that it fits into 80 columns. `revoke` accepts any start that is unambiguous. */
const SHORT_ID = 8
const DAYS_DEFAULT = 90
const DAY_MS = 86_400_000

const columns: readonly Column<PersonalToken>[] = [
  { title: 'id', value: ({ id }) => id.slice(0, SHORT_ID) },
  { title: 'name', value: ({ name }) => name, truncatable: true },
  { title: 'scopes', value: ({ scopes }) => scopes.join(' '), truncatable: true },
  { title: 'ends', value: ({ expires_at }) => (expires_at === null ? 'no end' : formatInstant(expires_at)) },
  { title: 'last use', value: ({ last_used_at }) => formatInstant(last_used_at) },
]

interface NewOptions {
  scope: TokenScope[]
  days: number
  end: boolean
}

export function addTokens(program: Command, run: Runner): void {
  const tokens = program.command('tokens').description('Personal tokens, with which programs use your account.')
  tokens
    .command('list', { isDefault: true })
    .description('Your tokens with scopes, end and last use, newest first.')
    .action(
      run('the tokens could not be read', async ({ client, out }) => {
        const { items, total } = await unwrap(client.users.me.tokens.get())
        out.list({ items, total, skip: 0 }, columns, 'You have no token.')
      }),
    )

  const make = tokens
    .command('new')
    .description('Make a token and print it. It cannot be read again.')
    .argument('<name>', 'what uses it')
    .addOption(new Option('--scope <scopes...>', 'what it may do').choices(TOKEN_SCOPES).makeOptionMandatory())
    .option('--days <count>', 'days until it ends', parseWhole(1, TOKEN_DAYS_MAX), DAYS_DEFAULT)
    .option('--no-end', 'make one without an end')
    .action(
      run<NewOptions>('the token was not made', async ({ client, out }, { scope, days, end }, [name = '']) => {
        const expiresAt = end ? new Date(Date.now() + days * DAY_MS).toISOString() : null
        const wanted = { name, scopes: [...new Set(scope)], expires_at: expiresAt }
        const made = await unwrap(client.users.me.tokens.post(wanted))
        out.data(made, () => made.token)
        out.note('It is shown only this once. Programs find it in PAPERDAWN_TOKEN.')
      }),
    )
  addExamples(make, [
    'paperdawn tokens new "lab notebook" --scope day:read search:read',
    'paperdawn tokens new agent --scope day:read list:read list:write --days 30',
  ])

  const revoke = tokens
    .command('revoke')
    .description('Revoke a token: programs that use it are refused at once.')
    .argument('<id>', 'id of a token, or the start of one')
    .action(
      run('the token was not revoked', async (context, _options, [id = '']) => {
        const { client, out } = context
        const { items } = await unwrap(client.users.me.tokens.get())
        const found = items.filter((token) => token.id.startsWith(id))
        const [token] = found
        if (token === undefined)
          throw new Failure('not-found', `There is no token with the id ${id}.`, {
            advice: 'See the ids: paperdawn tokens',
          })
        if (found.length > 1)
          throw new Failure('usage', `${found.length} ids begin with ${id}.`, { advice: 'Give more of the id.' })
        const question = `Programs that use “${cleanText(token.name)}” (${token.scopes.join(', ')}) stop working.`
        await confirmTyped(context, { question, word: 'revoke' })
        await unwrap(client.users.me.tokens({ id: pathPart(token.id) }).delete())
        out.data({ revoked: token.id }, () => `Revoked ${cleanText(token.name)}.`)
      }),
    )
  addExamples(revoke, ['paperdawn tokens revoke 3f9a1c2e'])
}
