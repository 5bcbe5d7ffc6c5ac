import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'
import { Failure } from '../terminal/failures.ts'
import { onEnter } from '../terminal/prompt.ts'

const DEVICE_NAME_MAX = 120
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Signs in with the device authorization grant (RFC 8628): the user approves the code in a browser. Returns the token.
 * Throws `denied` if the user denies it, `timeout` if the code or --timeout expires.
 */
export async function logInWithDeviceCode({ client, out, canPrompt, deadline }: Context): Promise<string> {
  const device = `paperdawn on ${hostname()}`.slice(0, DEVICE_NAME_MAX)
  const start = await unwrap(client.auth.device.post({ device }))
  out.notice(`Open ${start.verification_uri}`)
  out.notice(`and enter the code ${start.user_code}`)
  if (canPrompt) out.notice('Press Enter to open the page here, or use the browser of any other machine.')
  out.note('Waiting for your approval…')
  using enterKey = new DisposableStack()
  if (canPrompt) enterKey.use(onEnter(() => openPage(start.verification_uri_complete, out.warn)))

  const expiresAt = Date.now() + start.expires_in * 1000
  let pollSeconds = start.interval
  while (Date.now() < expiresAt) {
    await sleep(pollSeconds * 1000, undefined, { signal: deadline }).catch((cause: unknown) => {
      throw new Failure('timeout', 'The code was not approved within the time that --timeout allows.', { cause })
    })
    const result = await unwrap(client.auth.device.token.post({ device_code: start.device_code }))
    if (result.status === 'approved' && result.token) return result.token
    if (result.status === 'access_denied') throw new Failure('denied', 'The sign-in was denied in the browser.')
    if (result.status === 'expired_token') break
    pollSeconds = result.interval ?? pollSeconds
  }
  throw new Failure('timeout', 'The code has expired.', { advice: 'Request a new one: paperdawn auth login' })
}

/** Opens http and https URLs only, so that an untrusted server cannot start another program. */
function openPage(address: string, warn: (text: string) => void): void {
  const url = URL.parse(address)
  const opener = openers[process.platform] ?? ['xdg-open']
  if (!url || !/^https?:$/.test(url.protocol) || Bun.which(opener[0] ?? '') === null)
    return warn('no browser can be opened here; use the address above.')
  Bun.spawn([...opener, url.href], { stdio: ['ignore', 'ignore', 'ignore'] }).unref()
}
