import { describe, expect, test } from 'bun:test'
import { TOKEN_SCOPES, type TokenScope } from '#api/contract/limits.ts'
import { waitForAudit } from '#api/http/plugins/adminAudit.ts'
import { findAudit } from '#api/store/readers/audit.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { claimsOf } from '#tests/support/keys.ts'

const { app, as, issuer, withToken } = useApp()

interface Route {
  name: string
  method: string
  path: string
  role: unknown
  scope: unknown
}
const routes: Route[] = app.routes.flatMap(({ method, path, hooks }) => {
  const { 'x-role': role, 'x-scope': scope } = (hooks.detail ?? {}) as { 'x-role'?: unknown; 'x-scope'?: unknown }
  return role === undefined
    ? []
    : [{ name: `${method} ${path}`, method, path: path.replace(/:\w+\??|\*/g, 'x'), role, scope }]
})
const guarded = routes.filter(({ role }) => role !== 'public')

/** Routes that a token without a scope of their own may call, and why. */
const ANY_SCOPE: Readonly<Record<string, string>> = {
  'POST /api/mcp': 'each of its tools has a scope',
}

/** What only a sign-in may do: the account, its access, its mail, its settings, and secrets of the site. */
const SIGN_IN_ONLY =
  /^\w+ \/api\/(auth\/|users\/me(\/(export|sessions|tokens|connections|mail|feeds|feed-address|sign-out-everywhere|import)|$))/

async function makeToken(name: string, scopes: readonly TokenScope[]): Promise<string> {
  const { data, error } = await as(name).users.me.tokens.post({ name: 'matrix', scopes: [...scopes], expires_at: null })
  if (error) throw new Error(JSON.stringify(error.value))
  return data.token
}

async function send({ method, path }: Pick<Route, 'method' | 'path'>, authorization?: string) {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
  const body = method === 'GET' ? undefined : '{}'
  const response = await app.handle(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  const error = text.startsWith('{') ? (JSON.parse(text) as { error?: { code: string; message: string } }).error : null
  return { status: response.status, code: error?.code, message: error?.message ?? '' }
}

/** What a call came to, as far as access goes. */
async function accessOf(route: Route, token: string): Promise<string> {
  const { status, code, message } = await send(route, `Bearer ${token}`)
  if (status !== 401 && status !== 403) return 'allowed'
  return (
    /lacks the scope (\S+)\./.exec(message)?.[1] ?? (/cannot do this/.test(message) ? 'never' : `${status} ${code}`)
  )
}

const isForAdmins = (scope: unknown) => String(scope).startsWith('admin:')

/** The names of Ada's own topics in the list of categories, for a token with this scope. */
async function readTopics(scope: TokenScope) {
  const { data } = await withToken(makeToken('ada', [scope])).categories.get({ query: {} })
  return data?.items.filter(({ owned }) => owned).map(({ name }) => name)
}

/** Why a token of Ada with these scopes may not look a paper up; null if it may. */
const lookUp = async (scopes: readonly TokenScope[], save: boolean) => {
  const { error } = await withToken(makeToken('ada', scopes)).papers.lookup.post({ ref: '2611.90001', save })
  return error?.status === 403 ? error.value : null
}

describe('Every route for users and admins', () => {
  test('declares the scope that a personal token needs, or that none is enough', () => {
    const scopes = new Set<unknown>([...TOKEN_SCOPES, 'never', 'any'])
    expect(guarded.filter(({ scope }) => !scopes.has(scope))).toEqual([])
    expect(guarded.length).toBeGreaterThan(100)
    const any = guarded.filter(({ scope }) => scope === 'any').map(({ name }) => name)
    expect(any).toEqual(Object.keys(ANY_SCOPE))
  })

  test('of admins needs a scope of admins, and no other route has one', () => {
    expect(guarded.filter(({ role, scope }) => role !== 'admin' && isForAdmins(scope))).toEqual([])
    expect(guarded.filter((one) => one.role === 'admin' && !isForAdmins(one.scope) && one.scope !== 'never')).toEqual(
      [],
    )
  })

  test('that changes something needs a scope to write, if its path does not say that it reads', () => {
    const reads = new Set(['POST /api/papers/similar', 'POST /api/papers/lookup', 'POST /api/users/me/taste/preview'])
    reads.add('POST /api/users/me/reading-list/export')
    const writes = guarded.filter(({ method, name }) => method !== 'GET' && !reads.has(name))
    expect(writes.filter(({ scope }) => String(scope).endsWith(':read'))).toEqual([])
    expect(guarded.filter(({ method, scope }) => method === 'GET' && String(scope).endsWith(':write'))).toEqual([])
  })

  test('that only reads refuses the part of a request that writes', async () => {
    expect(await lookUp(['search:read'], true)).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('lacks the scope list:write.') },
    })
    expect(await lookUp(['search:read'], false)).toBeNull()
    expect(await lookUp(['search:read', 'list:write'], true)).toBeNull()
  })

  test('about the account, its sign-ins, mail and tokens is for a sign-in alone', () => {
    const account = guarded.filter(({ name }) => SIGN_IN_ONLY.test(name))
    expect(account.filter(({ scope }) => scope !== 'never')).toEqual([])
    expect(account.length).toBeGreaterThanOrEqual(18)
  })

  test.each(TOKEN_SCOPES)(
    'answers a token with the scope %s alone exactly where that scope is declared',
    async (scope) => {
      const token = await makeToken('admin', [scope])
      const wrong: string[] = []
      for (const route of guarded) {
        const expected = route.scope === scope || route.scope === 'any' ? 'allowed' : String(route.scope)
        const access = await accessOf(route, token)
        if (access !== expected) wrong.push(`${route.name}: ${access} instead of ${expected}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('of admins refuses the token of an admin who is none any more, whatever its scopes', async () => {
    const token = await makeToken('admin', TOKEN_SCOPES)
    const ofAdmins = guarded.filter(({ role, scope }) => role === 'admin' && scope !== 'never')
    expect(await accessOf(ofAdmins[0]!, token)).toBe('allowed')
    const moved = claimsOf('admin', PROJECT, { email: 'admin@example.org', iat: Math.floor(Date.now() / 1000) })
    expect((await withToken(issuer.sign(moved)).auth.me.get()).data).toMatchObject({ is_admin: false })
    const wrong: string[] = []
    for (const route of ofAdmins) {
      const access = await accessOf(route, token)
      if (access !== '403 forbidden') wrong.push(`${route.name}: ${access}`)
    }
    expect(wrong).toEqual([])
    expect(
      await accessOf(
        guarded.find(({ scope }) => scope === 'day:read')!,
        token,
      ),
    ).toBe('allowed')
  })
})

test('A public route ignores a token without the scope of its personal part', async () => {
  await as('ada').categories.post({ name: 'Lanterns', query: 'lanterns' })
  expect(await readTopics('day:read')).toEqual(['Lanterns'])
  expect(await readTopics('list:read')).toEqual([])
})

test('A token is accepted in the header alone', async () => {
  const token = await makeToken('ada', ['day:read'])
  const path = '/api/users/me/stats'
  expect((await send({ method: 'GET', path }, `Bearer ${token}`)).status).toBe(200)
  for (const name of ['token', 'access_token', 'authorization', 'bearer'])
    expect((await send({ method: 'GET', path: `${path}?${name}=${token}` })).status).toBe(401)
  const headers = { cookie: `token=${token}; authorization=Bearer ${token}` }
  expect((await app.handle(new Request(`http://localhost${path}`, { headers }))).status).toBe(401)
})

test('A call of an admin route by a token is in the log of the site, also a refused one', async () => {
  const token = await makeToken('admin', ['admin:read'])
  const missing = await send({ method: 'POST', path: '/api/admin/process-papers' }, `Bearer ${token}`)
  expect(missing).toMatchObject({ status: 403, code: 'forbidden' })
  expect(missing.message).toContain('admin:write')
  await waitForAudit()
  const { items } = await findAudit({ skip: 0, limit: 10, action: 'POST /api/admin/process-papers' })
  expect(items).toMatchObject([{ by_email: 'admin@paperdawn.test', status: 403 }])
})

test('The OpenAPI document names the scope of each operation', async () => {
  const { paths, components } = await (await app.handle(new Request('http://localhost/api/openapi.json'))).json()
  expect(components.securitySchemes).toHaveProperty('personalToken.type', 'http')
  const wrong = guarded.filter(({ name, scope }) => {
    const [method = '', path = ''] = name.split(' ')
    const operation = paths[path.replace(/:(\w+)\??/g, '{$1}')]?.[method.toLowerCase()]
    const token = scope === 'never' ? [] : [{ personalToken: scope === 'any' ? [] : [scope] }]
    const documented = ((operation?.security ?? []) as object[]).filter((one) => 'personalToken' in one)
    return operation?.['x-scope'] !== scope || JSON.stringify(documented) !== JSON.stringify(token)
  })
  expect(wrong).toEqual([])
  expect(paths['/api/categories/'].get.security).toBeUndefined()
})
