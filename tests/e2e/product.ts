import { join } from 'node:path'
import type { PublicConfig } from '#api/contract/auth.ts'
import { makeFolder } from '#tests/support/process.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface RunningProduct extends AsyncDisposable {
  /** Origin of the web pages: "http://127.0.0.1:41234". */
  readonly address: string
  /** Folder of its data. */
  readonly folder: string
  /** Standard output and standard error so far. */
  log(): string
}

interface Options {
  arxiv: { rssUrl: string; oaiUrl: string; apiUrl: string; htmlUrl: string }
  /** Default: none, requests to it are refused. */
  crossref?: { apiUrl: string }
  /** bioRxiv and medRxiv; as Crossref. */
  biorxiv?: { apiUrl: string }
  /** Start time of the product's clock. */
  clock: Date
  /** Folder of its data, which the caller removes; default: a temporary one, removed with the product. */
  folder?: string
  /** Further settings, also those of `findSharedParts`. */
  settings?: Record<string, string>
}

/**
 * Builds the web pages and starts the product as its operators do, by default with its own database, sign-in emulator
 * and mail sink. Only the sources are simulated. Resolves when users can sign in.
 */
export async function startProduct({
  arxiv,
  crossref,
  biorxiv,
  clock,
  folder,
  settings,
}: Options): Promise<RunningProduct> {
  const build = Bun.spawn([process.execPath, 'web/build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
  if ((await build.exited) !== 0)
    throw new Error(`The pages could not be built: ${await new Response(build.stderr).text()}`)

  // What a reader types into the picker is asked for there.
  const pubmed = startPubmedSimulator()
  const own = folder === undefined ? await makeFolder() : null
  const dataFolder = folder ?? own!.path
  const child = Bun.spawn([process.execPath, 'api/index.ts'], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      MONGOD_BINARY: process.env['MONGOD_BINARY'],
      PORT: '0',
      PAPERDAWN_EMBEDDING: 'off',
      PAPERDAWN_SAMPLES: 'off',
      PAPERDAWN_DATA: dataFolder,
      PAPERDAWN_CLOCK: clock.toISOString(),
      ARXIV_RSS_URL: arxiv.rssUrl,
      ARXIV_OAI_URL: arxiv.oaiUrl,
      ARXIV_API_URL: arxiv.apiUrl,
      ARXIV_HTML_URL: arxiv.htmlUrl,
      ARXIV_GAP_MS: '0',
      BIORXIV_URL: biorxiv?.apiUrl ?? 'http://127.0.0.1:9',
      BIORXIV_GAP_MS: '0',
      PUBMED_URL: pubmed.apiUrl,
      PUBMED_GAP_MS: '0',
      CROSSREF_API_URL: crossref?.apiUrl ?? 'http://127.0.0.1:9',
      CROSSREF_GAP_MS: '0',
      ZOTERO_URL: 'http://127.0.0.1:9',
      RETRACTION_WATCH_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let output = ''
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true })
  }
  const outputEnd = Promise.all([collect(child.stdout), collect(child.stderr)])

  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.all([child.exited, outputEnd, pubmed.stop()])
    await own?.[Symbol.asyncDispose]()
  }
  const findAddress = () => {
    if (child.exitCode !== null) throw new Error(`The product exited: ${output}`)
    return /Paperdawn is at (\S+)/.exec(output)?.[1]
  }
  try {
    const address = await waitUntil(findAddress)
    await waitForSignIn(address)
    return { address, folder: dataFolder, log: () => output, [Symbol.asyncDispose]: stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** Waits for the sign-in emulator, which starts some seconds after the product. */
async function waitForSignIn(address: string): Promise<void> {
  const { firebase } = (await (await fetch(`${address}/api/config`)).json()) as PublicConfig
  const respond = () =>
    fetch(firebase.emulator_url ?? address).then(
      () => true,
      () => false,
    )
  await waitUntil(respond)
}
