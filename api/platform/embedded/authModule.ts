import { createRequire } from 'node:module'
import type { RequestListener } from 'node:http'
import { AppError } from '../errors.ts'
import type { Account } from './demoAccounts.ts'

/** The accounts of one project. */
export interface ProjectState {
  overwriteUserWithLocalId(localId: string, account: Account): void
  queryUsers(filter: object, order: { sortByField: 'localId'; order: 'ASC' }): Account[]
}

/** The parts of the auth emulator used here. They are internal to firebase-tools, so its exact version is pinned. */
export interface AuthModule {
  createApp(projectId: string, singleProjectMode: number, states: Map<string, ProjectState>): Promise<RequestListener>
  AgentProjectState: new (projectId: string) => ProjectState
}

/**
 * The paths of the emulator's API that are loaded, out of 80, because compiling one takes about 0.1 s and 7 MB.
 * Requests to other paths get a 404 and are logged.
 */
export const LOADED_PATHS: readonly string[] = [
  // Called by the Firebase SDK in the web pages to sign in, to reopen a page, and to refresh a token.
  '/v1/projects',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:lookup',
  '/v1/token',
  // Called by tests and scripts that create accounts.
  '/v1/accounts:signUp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:update',
  '/v1/projects/{targetProjectId}/accounts:query',
]

const FOLDER = 'firebase-tools/lib/emulator/auth'

/**
 * Loads the auth emulator with LOADED_PATHS only. Throws "unavailable" when the installed firebase-tools does not have
 * the expected modules.
 */
export function loadAuthModule(load: (id: string) => unknown = createRequire(import.meta.url)): AuthModule {
  // The API description must be loaded and reduced first, because the server reads its paths.
  keepLoadedPaths(load(`${FOLDER}/apiSpec`))
  const { createApp } = load(`${FOLDER}/server`) as Partial<AuthModule>
  const { AgentProjectState } = load(`${FOLDER}/state`) as Partial<AuthModule>
  if (typeof createApp !== 'function') throw incompatible('server has no function createApp')
  for (const method of ['overwriteUserWithLocalId', 'queryUsers'] as const)
    if (typeof AgentProjectState?.prototype?.[method] !== 'function')
      throw incompatible(`state has no class AgentProjectState with a method ${method}`)
  return { createApp, AgentProjectState: AgentProjectState as AuthModule['AgentProjectState'] }
}

function keepLoadedPaths(module: unknown): void {
  const paths = (module as { default?: { paths?: Record<string, unknown> } }).default?.paths
  if (paths === undefined) throw incompatible('apiSpec has no paths')
  const missing = LOADED_PATHS.filter((path) => !(path in paths))
  if (missing.length > 0) throw incompatible(`apiSpec has no path ${missing.join(', ')}`)
  for (const path of Object.keys(paths)) if (!LOADED_PATHS.includes(path)) delete paths[path]
}

const incompatible = (difference: string) =>
  new AppError(
    'unavailable',
    `The sign-in emulator does not work with the installed firebase-tools: ${FOLDER}/${difference}. ` +
      'Install the version in package.json with `bun install`.',
  )
