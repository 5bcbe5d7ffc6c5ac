import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readAccounts, writeAccounts, type Account } from './accounts.ts'

// The child process behind `startAuthEmulator`: arguments are the project, the port and the file of the accounts.

/** What we use of the auth module. It is private to firebase-tools: the exact version is pinned, and a test guards it. */
interface ProjectState {
  overwriteUserWithLocalId(localId: string, account: Account): void
  queryUsers(filter: object, order: { sortByField: 'localId'; order: 'ASC' }): Account[]
}
const require = createRequire(import.meta.url)
const { createApp } = require('firebase-tools/lib/emulator/auth/server') as {
  createApp(projectId: string, mode: number, states: Map<string, ProjectState>): Promise<RequestListener>
}
const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state') as {
  AgentProjectState: new (projectId: string) => ProjectState
}
const REFUSE_OTHER_PROJECTS = 2
const SAVE_AFTER_MS = 200

const [projectId = '', port = '', accountsFile = ''] = process.argv.slice(2)
const gapi = new Bun.Transpiler({ loader: 'ts' }).transformSync(
  await Bun.file(join(import.meta.dir, 'gapiStandIn.ts')).text(),
)

const state = new AgentProjectState(projectId)
const accounts = await readAccounts(accountsFile).catch((error: unknown) => {
  // One sentence: the parent shows the end of what is written here.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
for (const account of accounts) state.overwriteUserWithLocalId(account.localId, account)
const emulate = await createApp(projectId, REFUSE_OTHER_PROJECTS, new Map([[projectId, state]]))

let saving: NodeJS.Timeout | undefined
const save = () => {
  saving = undefined
  return writeAccounts(accountsFile, state.queryUsers({}, { sortByField: 'localId', order: 'ASC' }))
}
await save()

process.on('SIGTERM', () => {
  clearTimeout(saving)
  void save().finally(() => process.exit(0))
})

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/dev/gapi.js') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }).end(gapi)
    return
  }
  if (pathname === '/emulator/auth/handler' || pathname === '/emulator/auth/iframe') takeOutsideAddressesOut(response)
  response.on('finish', () => scheduleSave(request))
  emulate(request, response)
}).listen(Number(port), '127.0.0.1')

function scheduleSave({ method = '' }: IncomingMessage): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return
  saving ??= setTimeout(() => void save(), SAVE_AFTER_MS)
}

/** The helper pages name Google's script, and a style sheet and fonts without which they can do. */
function takeOutsideAddressesOut(response: ServerResponse): void {
  const end = response.end.bind(response) as (page: unknown) => ServerResponse
  const rewriteAndEnd = (page: unknown) =>
    end(
      typeof page === 'string'
        ? page
            .replace('https://apis.google.com/js/api.js', '/dev/gapi.js')
            .replace(/<link href="https:[^>]*>/g, '')
            .replace(/<script src="https:\/\/unpkg[^>]*><\/script>/g, '')
        : page,
    )
  response.end = rewriteAndEnd as typeof response.end
}
