import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'
import { Failure } from '../terminal/failures.ts'
import { onEnter } from '../terminal/prompt.ts'
import { cleanText } from '../terminal/style.ts'

const DEVICE_NAME_MAX = 120
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Signs in by RFC 8628: somebody approves the code in a browser. Answers the token. */
export async function approveDevice({ client, out, canAsk, deadline }: Context): Promise<string> {
  const device = `paperdawn on ${hostname()}`.slice(0, DEVICE_NAME_MAX)
  const start = await unwrap(client.auth.device.post({ device }))
  out.tell(`Open ${cleanText(start.verification_uri)}`)
  out.tell(`and enter the code ${cleanText(start.user_code)}`)
  if (canAsk) out.tell('Press Enter to open the page here, or use the browser of any other machine.')
  out.note('Waiting for your approval…')
  using listening = new DisposableStack()
  if (canAsk) listening.use(onEnter(() => openPage(start.verification_uri_complete, out.warn)))

  const endsAt = Date.now() + start.expires_in * 1000
  let pauseSeconds = start.interval
  while (Date.now() < endsAt) {
    await sleep(pauseSeconds * 1000, undefined, { signal: deadline }).catch((cause: unknown) => {
      throw new Failure('timeout', 'Nobody approved the code in the time that --timeout allows.', { cause })
    })
    const answer = await unwrap(client.auth.device.token.post({ device_code: start.device_code }))
    if (answer.status === 'approved' && answer.token) return answer.token
    if (answer.status === 'access_denied') throw new Failure('denied', 'The sign-in was denied in the browser.')
    if (answer.status === 'expired_token') break
    pauseSeconds = answer.interval ?? pauseSeconds
  }
  throw new Failure('timeout', 'The code has expired.', { advice: 'Ask for a new one: paperdawn auth login' })
}

/** Only a web address is handed on: the answer of a strange server must not start anything else. */
function openPage(address: string, warn: (text: string) => void): void {
  const url = URL.parse(address)
  const opener = openers[process.platform] ?? ['xdg-open']
  if (!url || !/^https?:$/.test(url.protocol) || Bun.which(opener[0] ?? '') === null)
    return warn('no browser can be opened here; use the address above.')
  Bun.spawn([...opener, url.href], { stdio: ['ignore', 'ignore', 'ignore'] }).unref()
}
