import { createServer } from 'node:net'
import { join } from 'node:path'
import { OPENSEARCH_JARS } from './opensearch.ts'
import { waitUntil } from './waitUntil.ts'

/** The program takes no others. */
const [FIRST_PORT, LAST_PORT] = [9_201, 9_299]
const MAIN = 'org.codelibs.opensearch.runner.OpenSearchRunner'

export interface OpenSearchNode {
  port: number
  address: string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a node of OpenSearch on the data in `folder`, by default at a free port, and returns when it answers. */
export async function startOpenSearchNode(folder: string, known?: number): Promise<OpenSearchNode> {
  const port = known ?? (await choosePort())
  // The first node listens on the port behind the base.
  const options = {
    '-basePath': join(folder, 'opensearch'),
    '-numOfNode': '1',
    '-baseHttpPort': `${port - 1}`,
    '-clusterName': `paperdawn-${process.pid}`,
  }
  const jars = join(OPENSEARCH_JARS, '*')
  const command = ['java', '-Xms512m', '-Xmx768m', '-cp', jars, MAIN, ...Object.entries(options).flat()]
  const log = Bun.file(join(folder, 'opensearch.log'))
  const node = Bun.spawn(command, { stdio: ['ignore', log, log] })
  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/_cluster/health?wait_for_status=yellow`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(async () => node.exitCode !== null || (await isReady()), 100)
  if (node.exitCode !== null) throw new Error(`OpenSearch ended with code ${node.exitCode}\n${await log.text()}`)
  // Whatever is free on this machine. A block that a test sets is not lifted before the test does so.
  const settings = { transient: { 'cluster.routing.allocation.disk.threshold_enabled': false } }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${address}/_cluster/settings`, { method: 'PUT', headers, body: JSON.stringify(settings) })
  return {
    port,
    address,
    stop: async (signal) => {
      node.kill(signal)
      await node.exited
    },
  }
}

/** Returns a free port, each process another one. */
async function choosePort(): Promise<number> {
  const count = LAST_PORT - FIRST_PORT + 1
  for (let tried = 0; tried < count; tried++) {
    const port = FIRST_PORT + ((process.pid + tried) % count)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
