import type { Command } from 'commander'
import { createClient, unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'
import { approveDevice } from '../client/deviceLogin.ts'
import { readPiped } from '../terminal/prompt.ts'
import { formatFacts } from '../terminal/table.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'
import { saveToken, tokenPath } from '../client/tokens.ts'
import { warnVersionMismatch } from '../terminal/version.ts'

export function addAuth(program: Command, run: Runner): void {
  const auth = program.command('auth').description('Sign in and out.')
  const login = auth
    .command('login')
    .description('Sign in through the browser, or with a token from standard input.')
    .option('--with-token', 'read a token from standard input')
    .action(
      run<{ withToken?: boolean }>('you are not signed in', async (context, { withToken }) => {
        const { out, server, deadline } = context
        if (isReadableOnTheWay(server)) out.warn(`${server} is not encrypted: others on the way can read the token.`)
        const token = withToken ? (await readPiped('token')).trim() : await approveDevice(context)
        const user = await unwrap(createClient({ server, token, deadline }).auth.me.get())
        await saveToken(server, token)
        out.data(user, () => `Signed in to ${server} as ${cleanText(user.name)} (${cleanText(user.email)}).`)
        out.note(`The token is kept in ${tokenPath()}, for you alone.`)
        if (process.env['PAPERDAWN_TOKEN']) out.warn('PAPERDAWN_TOKEN is set and goes before it.')
        out.note(user.is_admin ? 'Next: paperdawn admin health' : 'The admin commands need an admin; you are none.')
      }),
    )
  addExamples(login, ['paperdawn auth login', 'paperdawn auth login --with-token < token.txt'])

  auth
    .command('logout')
    .description('End the session of this terminal and forget its token.')
    .action(run('you are not signed out', logOut))

  auth
    .command('status')
    .description('Who is signed in here.')
    .action(
      run('it is not known who is signed in', async (context) => {
        const { client, out, server } = context
        const { token, from } = requireToken(context)
        const [user, config] = await Promise.all([unwrap(client.auth.me.get()), unwrap(client.config.get())])
        const expiresAt = expiryOf(token)
        out.data({ server, user, token_from: from, expires_at: expiresAt }, () =>
          formatFacts([
            ['server', server],
            ['name', user.name],
            ['e-mail', user.email],
            ['role', user.is_admin ? 'admin' : 'reader'],
            ['token from', from],
            ['valid until', formatInstant(expiresAt)],
          ]),
        )
        warnVersionMismatch(out, config.version)
      }),
    )
}

const isReadableOnTheWay = (server: string): boolean => {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

async function logOut(context: Context): Promise<void> {
  const { client, out, server } = context
  const { isKept } = requireToken(context)
  if (!isKept)
    throw new Failure('usage', 'PAPERDAWN_TOKEN signs you in.', { advice: 'Unset it: unset PAPERDAWN_TOKEN' })
  try {
    await unwrap(client.auth.session.delete())
  } catch (error) {
    // A session that is over, or a token that never had one, leaves nothing to end but the file.
    const isOver = error instanceof Failure && ['unauthenticated', 'forbidden', 'invalid-input'].includes(error.code)
    if (!isOver) throw error
  }
  await saveToken(server, undefined)
  out.data({ server, signed_in: false }, () => `Signed out of ${server}.`)
}

function requireToken({ signIn, server }: Context): NonNullable<Context['signIn']> {
  if (signIn) return signIn
  throw new Failure('unauthenticated', `Nobody is signed in to ${server} from here.`)
}

/** When the token ends by its own word; null when it does not say. */
function expiryOf(token: string): string | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof claims.exp === 'number' ? new Date(claims.exp * 1000).toISOString() : null
  } catch {
    // Not one of the tokens that can be read; the server knows.
    return null
  }
}
