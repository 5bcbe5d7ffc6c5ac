import { join } from 'node:path'
import type { PublicConfig } from '#api/contract/auth.ts'
import { waitFor } from '#api/platform/embedded/child.ts'
import { makeFolder } from '#tests/support/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 90_000

export interface RunningProduct extends AsyncDisposable {
  /** Where its pages are: "http://127.0.0.1:41234". */
  readonly address: string
  /** What it has written so far. */
  log(): string
}

interface Options {
  arxiv: { rssUrl: string; oaiUrl: string; apiUrl: string }
  /** When its clock starts. */
  clock: Date
}

/**
 * The whole product as its users start it, with its own database, sign-in and mail in a folder that goes with it; only
 * arXiv is a simulated one. Its pages are built first. Resolves when signing in is possible.
 */
export async function startProduct({ arxiv, clock }: Options): Promise<RunningProduct> {
  const build = Bun.spawn([process.execPath, 'web/build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
  if ((await build.exited) !== 0)
    throw new Error(`The pages could not be built: ${await new Response(build.stderr).text()}`)

  const folder = await makeFolder()
  const child = Bun.spawn([process.execPath, 'api/index.ts'], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      MONGOD_BINARY: process.env['MONGOD_BINARY'],
      PORT: '0',
      PAPERDAWN_DATA: folder.path,
      PAPERDAWN_CLOCK: clock.toISOString(),
      ARXIV_RSS_URL: arxiv.rssUrl,
      ARXIV_OAI_URL: arxiv.oaiUrl,
      ARXIV_API_URL: arxiv.apiUrl,
      ARXIV_GAP_MS: '0',
      LOG_LEVEL: 'warn',
    },
  })
  let written = ''
  const keep = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) written += decoder.decode(bytes, { stream: true })
  }
  const read = Promise.all([keep(child.stdout), keep(child.stderr)])

  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.all([child.exited, read])
    await folder[Symbol.asyncDispose]()
  }
  const told = async () => {
    if (child.exitCode !== null) throw new Error(`The product ended by itself: ${written}`)
    return /Paperdawn is at (\S+)/.exec(written)?.[1]
  }
  try {
    const address = await waitFor(told, {
      limitMs: START_MS,
      failure: () => new Error(`The product did not start: ${written}`),
    })
    await waitForSignIn(address)
    return { address, log: () => written, [Symbol.asyncDispose]: stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** The emulator of sign-in answers some seconds after the product. */
async function waitForSignIn(address: string): Promise<void> {
  const { firebase } = (await (await fetch(`${address}/api/config`)).json()) as PublicConfig
  const answers = () =>
    fetch(firebase.emulator_url ?? address).then(
      () => true as const,
      () => undefined,
    )
  await waitFor(answers, { limitMs: START_MS, failure: () => new Error('The emulator of sign-in did not start.') })
}
