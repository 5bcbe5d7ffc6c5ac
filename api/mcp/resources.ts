import { AppError } from '../platform/errors.ts'
import type { TokenScope } from '../contract/limits.ts'
import { requireTokenScope } from '../services/accounts/personalTokens.ts'
import { readDay } from './dayTools.ts'
import { readList } from './listTools.ts'
import { PAGE_MAX } from './shapes.ts'
import type { McpCall } from './tool.ts'

const TYPE = 'application/json'
const DAY = /^paperdawn:\/\/day\/(\d{4}-\d{2}-\d{2})(?:\?skip=(\d{1,5}))?$/
const LIST = /^paperdawn:\/\/list(?:\?skip=(\d{1,5}))?$/

const offered: readonly { scope: TokenScope; name: string; uri?: string; uriTemplate: string; description: string }[] =
  [
    {
      scope: 'day:read',
      name: 'day',
      uriTemplate: 'paperdawn://day/{day}{?skip}',
      description: 'The cards of a day (YYYY-MM-DD) as `my_day` answers them, a page at a time.',
    },
    {
      scope: 'list:read',
      name: 'list',
      uri: 'paperdawn://list',
      uriTemplate: 'paperdawn://list{?skip}',
      description: 'The reading list as `my_list` answers it, a page at a time.',
    },
  ]

const allowed = ({ scopes }: McpCall) => offered.filter(({ scope }) => scopes.includes(scope))

/** The resources with a fixed address that the token may read. */
export const listResources = (call: McpCall) =>
  allowed(call).flatMap(({ uri, name, description }) =>
    uri === undefined ? [] : [{ uri, name, description, mimeType: TYPE }],
  )

export const listTemplates = (call: McpCall) =>
  allowed(call).map(({ uriTemplate, name, description }) => ({ uriTemplate, name, description, mimeType: TYPE }))

/** Reads a resource as JSON. Throws "not-found" for an unknown address, and "forbidden" without its scope. */
export async function readResource(call: McpCall, uri: string) {
  const data = await readData(call, uri)
  return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(data) }] }
}

async function readData(call: McpCall, uri: string): Promise<object> {
  const [isDay, day, daySkip = '0'] = DAY.exec(uri) ?? []
  if (isDay !== undefined && day !== undefined) {
    requireTokenScope(call.scopes, 'day:read')
    return readDay(call, { day, skip: Number(daySkip), limit: PAGE_MAX })
  }
  const [isList, skip = '0'] = LIST.exec(uri) ?? []
  if (isList === undefined) throw new AppError('not-found', 'There is no such resource.')
  requireTokenScope(call.scopes, 'list:read')
  return readList(call, { skip: Number(skip), limit: PAGE_MAX })
}
