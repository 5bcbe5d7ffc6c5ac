import type { Command } from 'commander'
import { createClient, unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'
import { logInWithDeviceCode } from '../client/deviceLogin.ts'
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
        if (isUnencrypted(server)) out.warn(`${server} is not encrypted: others on the network can read the token.`)
        const token = withToken ? (await readPiped('token')).trim() : await logInWithDeviceCode(context)
        if (token.startsWith('pd_'))
          throw new Failure('usage', 'A personal token is not a sign-in, and is not stored.', {
            advice: 'Put it into PAPERDAWN_TOKEN.',
          })
        const user = await unwrap(createClient({ server, token, deadline }).auth.me.get())
        await saveToken(server, token)
        out.data(user, () => `Signed in to ${server} as ${cleanText(user.name)} (${cleanText(user.email)}).`)
        out.note(`The token is stored in ${tokenPath()}; only you can read it.`)
        if (process.env['PAPERDAWN_TOKEN']) out.warn('PAPERDAWN_TOKEN is set and takes precedence over it.')
        out.note(
          user.is_admin
            ? 'Next: paperdawn admin health'
            : 'The admin commands need an admin account; yours is not one.',
        )
      }),
    )
  addExamples(login, ['paperdawn auth login', 'paperdawn auth login --with-token < token.txt'])

  auth
    .command('logout')
    .description('End the session of this terminal and delete its token.')
    .action(run('you are not signed out', logOut))

  auth
    .command('status')
    .description('Show who is signed in.')
    .action(
      run('the sign-in status could not be read', async (context) => {
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

const isUnencrypted = (server: string): boolean => {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

async function logOut(context: Context): Promise<void> {
  const { client, out, server } = context
  const { isStored } = requireToken(context)
  if (!isStored)
    throw new Failure('usage', 'PAPERDAWN_TOKEN signs you in.', { advice: 'Unset it: unset PAPERDAWN_TOKEN' })
  try {
    await unwrap(client.auth.session.delete())
  } catch (error) {
    // The session has ended, or the token never had one: only the stored token is left to delete.
    const hasNoSession =
      error instanceof Failure && ['unauthenticated', 'forbidden', 'invalid-input'].includes(error.code)
    if (!hasNoSession) throw error
  }
  await saveToken(server, undefined)
  out.data({ server, signed_in: false }, () => `Signed out of ${server}.`)
}

function requireToken({ signIn, server }: Context): NonNullable<Context['signIn']> {
  if (signIn) return signIn
  throw new Failure('unauthenticated', `You are not signed in to ${server}.`)
}

/** Expiry from the token's `exp` claim as an ISO instant; null if it has none. */
function expiryOf(token: string): string | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof claims.exp === 'number' ? new Date(claims.exp * 1000).toISOString() : null
  } catch {
    // Not a JWT: only the server knows when it expires.
    return null
  }
}
