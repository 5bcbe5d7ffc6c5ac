import { describe, expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'

const { app } = useApp()

/** Method, path and role of every route of the specification. */
const SPECIFIED = `
POST /api/auth/firebase public
GET /api/auth/me user
PUT /api/users/me user
GET /api/users/me/stats user
GET /api/users/me/dashboard user
GET /api/users/me/delivered-cards user
GET /api/categories/ public
POST /api/categories/ user
DELETE /api/categories/:id user
GET /api/papers/recent user
GET /api/papers/for-me user
POST /api/papers/:id/click user
POST /api/papers/:id/view user
POST /api/papers/email-opened user
GET /api/papers/search user
GET /api/users/me/reading-list user
POST /api/users/me/reading-list user
PUT /api/users/me/reading-list/:id user
DELETE /api/users/me/reading-list/:id user
GET /api/admin/paper-sources-status admin
GET /api/admin/system-health admin
GET /api/admin/processing-stats admin
POST /api/admin/process-papers admin
GET /api/admin/test-pipeline admin
POST /api/admin/fetch-all-sources admin
POST /api/admin/fetch-arxiv admin
POST /api/admin/wipe-and-refetch admin
POST /api/admin/send-top-papers admin
GET /api/admin/users admin
GET /api/admin/email-config admin
POST /api/admin/email-config admin
POST /api/admin/email-config/test admin
`
  .trim()
  .split('\n')

/** Route that the OpenAPI plug-in adds without a role. */
const OPENAPI_ROUTE = 'GET /api/openapi.json'

/** Lists that are not read in pages, and why. */
const WHOLE_LISTS: Readonly<Record<string, string>> = {
  '/api/admin/paper-sources-status items': 'one entry for each source of this installation',
  '/api/admin/backups items': 'the last 30',
  '/api/admin/days items': 'the days of the range that the caller names',
  '/api/admin/processing-stats days': 'the days of the window that the caller names',
  '/api/categories/ items': 'the taxonomy, and the journals and topics of one reader',
  '/api/categories/search items': 'the best matches, to choose from',
  '/api/papers/search/elsewhere items': 'the best matches of another service',
  '/api/papers/today items': 'three papers for the landing page',
  '/api/users/me/dashboard cards': 'the cards of one day, at most as many as the reader chose',
  '/api/users/me/dashboard/cards items': 'the cards that the caller names, at most a page',
  '/api/users/me/dashboard/days items': 'the days of one month',
  '/api/users/me/catch-up cards': 'the best of the missed days, as many as the reader chose',
  '/api/users/me/catch-up days': 'the missed days of one visit, at most sixty',
  '/api/users/me/questions items': 'twenty at most',
  '/api/users/me/questions/answers items': 'one of each question, twenty at most',
  '/api/users/me/questions/{id}/examples items': 'ten papers to judge',
  '/api/users/me/people items': 'the authors whom one reader follows or mutes, at most 100 of each',
  '/api/users/me/reading-list/ids items': 'the ids alone, at most 1,000',
  '/api/users/me/reading-list/tags items': 'the tags of one reader’s list, to choose from',
  '/api/users/me/strands items': 'the interests of one reader, at most sixteen',
  '/api/users/me/connections items': 'one of each kind at most',
  '/api/users/me/feeds items': 'twenty at most',
  '/api/users/me/tokens items': 'twenty at most',
  '/api/users/me/start-papers items': 'eight papers chosen to be different from each other',
  '/api/papers/{id}/similar items': 'the nearest papers, as many as `limit` says, have no following page',
}
const LIST_NAME = /^(items|papers|cards|rows|results|days)$/

interface Schema {
  properties?: Record<string, { type?: string }>
}

interface Operation {
  parameters?: { in: string; name: string }[]
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
  security?: unknown
  summary?: string
}

const routes = app.routes
  .map(({ method, path, hooks }) => `${method} ${path} ${hooks.detail?.['x-role']}`)
  .filter((line) => !line.startsWith(OPENAPI_ROUTE))

async function fetchOpenApi() {
  const response = await app.handle(new Request('http://localhost/api/openapi.json'))
  expect(response.status).toBe(200)
  return (await response.json()) as { paths: Record<string, Record<string, Operation>> }
}

describe('The routes', () => {
  test('include every route of the specification with its role', () => {
    expect(SPECIFIED.filter((line) => !routes.includes(line))).toEqual([])
  })

  test('each have a role', () => {
    expect(routes.filter((line) => !/ (public|user|admin)$/.test(line))).toEqual([])
  })

  test('below /api/admin are for admins only', () => {
    expect(routes.filter((line) => line.includes(' /api/admin/') && !line.endsWith(' admin'))).toEqual([])
  })

  test('are documented with response schemas, failures and a summary', async () => {
    const { paths } = await fetchOpenApi()
    const missing: string[] = []
    for (const line of routes) {
      const [method = '', path = '', role] = line.split(' ')
      const operation = paths[path.replace(/:(\w+)\??/g, '{$1}')]?.[method.toLowerCase()]
      const responses = Object.entries(operation?.responses ?? {})
      const hasSchema = responses.some(
        ([status, { content }]) => status === '204' || (status.startsWith('2') && content !== undefined),
      )
      if (!hasSchema) missing.push(`${line}: no response schema`)
      if (!operation?.summary) missing.push(`${line}: no summary`)
      const statuses = role === 'public' ? [] : role === 'user' ? ['401'] : ['401', '403']
      for (const status of statuses)
        if (!operation?.responses?.[status]) missing.push(`${line}: no schema of failure ${status}`)
      if ((role === 'public') !== (operation?.security === undefined)) missing.push(`${line}: wrong security`)
    }
    expect(missing).toEqual([])
  })
  test('that list something answer the total and are read in pages, or are whole for a reason', async () => {
    const { paths } = await fetchOpenApi()
    const lists = Object.entries(paths).flatMap(([path, { get }]) => {
      const fields = get?.responses?.['200']?.content?.['application/json']?.schema?.properties ?? {}
      const names = Object.keys(fields).filter((name) => LIST_NAME.test(name) && fields[name]?.type === 'array')
      const queried = (get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
      return names.map((name) => ({ name: `${path} ${name}`, fields: Object.keys(fields), queried }))
    })
    const isPaged = ({ fields, queried }: (typeof lists)[number]) =>
      ['skip', 'offset'].some((start) =>
        ['limit', start].every((field) => fields.includes(field) && queried.includes(field)),
      )
    const whole = lists.filter((list) => !isPaged(list)).map(({ name }) => name)
    expect(whole.toSorted()).toEqual(Object.keys(WHOLE_LISTS).toSorted())
    const uncounted = lists.filter(({ name, fields }) => name.endsWith(' items') && !fields.includes('total'))
    expect(uncounted).toEqual([])
    expect(lists.length).toBeGreaterThanOrEqual(20)
  })
})
