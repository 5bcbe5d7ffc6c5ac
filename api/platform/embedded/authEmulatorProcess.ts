import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { readAccounts, writeAccounts } from './demoAccounts.ts'
import { loadAuthModule } from './authModule.ts'

// Child process started by `startAuthEmulator`. Arguments: project id, port, file of the accounts.

const REFUSE_OTHER_PROJECTS = 2
const SAVE_AFTER_MS = 200
const API_CALL = /^\/(identitytoolkit|securetoken)\./

const [projectId = '', port = '', accountsFile = ''] = process.argv.slice(2)
const gapi = new Bun.Transpiler({ loader: 'ts' }).transformSync(
  await Bun.file(join(import.meta.dir, 'gapiStandIn.ts')).text(),
)

const { state, emulate } = await start().catch((error: unknown) => {
  // Only the message: the parent process reports the last lines of this output.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start() {
  const { createApp, AgentProjectState } = loadAuthModule()
  const project = new AgentProjectState(projectId)
  for (const account of await readAccounts(accountsFile)) project.overwriteUserWithLocalId(account.localId, account)
  return { state: project, emulate: await createApp(projectId, REFUSE_OTHER_PROJECTS, new Map([[projectId, project]])) }
}

let saving: NodeJS.Timeout | undefined
const save = () => {
  saving = undefined
  return writeAccounts(accountsFile, state.queryUsers({}, { sortByField: 'localId', order: 'ASC' })).catch(
    // The accounts stay in memory; the next change of one saves all of them.
    (error: unknown) => console.error(`The accounts could not be saved: ${String(error)}`),
  )
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
  if (pathname === '/emulator/auth/handler' || pathname === '/emulator/auth/iframe') removeExternalLinks(response)
  response.on('finish', () => {
    scheduleSave(request)
    if (response.statusCode === 404 && API_CALL.test(pathname))
      console.error(`${request.method} ${pathname} is not among the LOADED_PATHS of authModule.ts`)
  })
  emulate(request, response)
}).listen(Number(port), '127.0.0.1')

function scheduleSave({ method = '' }: IncomingMessage): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return
  saving ??= setTimeout(() => void save(), SAVE_AFTER_MS)
}

/** Replaces Google's script in a helper page by ours, and removes the optional external styles, fonts and scripts. */
function removeExternalLinks(response: ServerResponse): void {
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
