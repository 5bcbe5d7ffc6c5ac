import { beforeEach, describe, expect, test } from 'bun:test'
import { waitForAudit } from '#api/http/plugins/adminAudit.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { makeInvalidTokens } from '#tests/support/forgeries.ts'
import { claimsOf } from '#tests/support/keys.ts'
import { findAudit } from '#api/store/readers/audit.ts'
import { revokeTokens, setDisabled } from '#api/store/readers/userAccess.ts'
import { findUserByUid } from '#api/store/readers/users.ts'

const { app, issuer, tokenOf, product, signedOut, withToken } = useApp()

interface Route {
  name: string
  method: string
  path: string
  role: unknown
}
const routes: Route[] = app.routes.flatMap(({ method, path, hooks }) => {
  const role: unknown = hooks.detail?.['x-role']
  return role === undefined ? [] : [{ name: `${method} ${path}`, method, path: path.replace(/:\w+\??|\*/g, 'x'), role }]
})
const forUsers = routes.filter(({ role }) => role === 'user' || role === 'admin')
const forAdmins = routes.filter(({ role }) => role === 'admin')

async function send({ method, path }: Route, authorization?: string) {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
  const body = method === 'GET' ? undefined : '{}'
  const response = await app.handle(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  return { status: response.status, code: text.startsWith('{') ? JSON.parse(text).error?.code : undefined }
}

/** Returns the routes that do not respond with this status and code. */
async function wrongResponses(list: Route[], authorization: string | undefined, status: number, code: string) {
  const wrong: string[] = []
  for (const route of list) {
    const response = await send(route, authorization)
    if (response.status !== status || response.code !== code)
      wrong.push(`${route.name}: ${response.status} ${response.code}`)
  }
  return wrong
}

/** A token of a sign-in of Ada after everything before it. */
function laterToken(): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000) + 2
  return issuer.sign(claimsOf('ada', PROJECT, { auth_time: seconds, iat: seconds }))
}

const idOf = async (name: string) => (await findUserByUid(`uid-${name}`))!._id

describe('Every route with the role user or admin', () => {
  beforeEach(() => tokenOf('ada'))

  test('is covered by these tests', () => expect(forUsers.length).toBeGreaterThanOrEqual(6))

  test('returns 401 without a token, whatever else is wrong with the request', async () => {
    expect(await wrongResponses(forUsers, undefined, 401, 'unauthenticated')).toEqual([])
  })

  test('accepts only the bearer scheme', async () => {
    const token = await tokenOf('ada')
    for (const header of [token, `Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} ${token}`])
      expect(await wrongResponses(forUsers, header, 401, 'unauthenticated')).toEqual([])
  })

  test('rejects every forged token', async () => {
    const wrong: string[] = []
    for (const [name, token] of await makeInvalidTokens(issuer, 'ada', PROJECT)) {
      const responses = await wrongResponses(forUsers, `Bearer ${token}`, 401, 'unauthenticated')
      wrong.push(...responses.map((response) => `${name}: ${response}`))
    }
    expect(wrong).toEqual([])
  })

  test("rejects the product's own tokens for another audience, and a terminal token without a session", async () => {
    const user = await idOf('ada')
    for (const audience of ['unsubscribe', 'digest', 'terminal'] as const) {
      const token = await product.tokens.sign(audience, user, { seconds: 60, session: 'none' })
      expect(await wrongResponses(forUsers, `Bearer ${token}`, 401, 'unauthenticated')).toEqual([])
    }
  })

  test('returns 404 for an identity without an account', async () => {
    const token = await issuer.sign(claimsOf('newcomer', PROJECT))
    expect(await wrongResponses(forUsers, `Bearer ${token}`, 404, 'not-found')).toEqual([])
  })

  test('rejects a disabled user from the next request on, and old sign-ins also after they are enabled again', async () => {
    const token = await tokenOf('ada')
    await setDisabled(await idOf('ada'), true)
    expect(await wrongResponses(forUsers, `Bearer ${token}`, 403, 'forbidden')).toEqual([])
    expect((await signedOut.auth.firebase.post({ id_token: token })).status).toBe(403)
    await setDisabled(await idOf('ada'), false)
    expect(await wrongResponses(forUsers, `Bearer ${token}`, 401, 'unauthenticated')).toEqual([])
    expect((await signedOut.auth.firebase.post({ id_token: token })).status).toBe(401)
    expect((await withToken(laterToken()).auth.me.get()).status).toBe(200)
  })

  test('rejects sign-ins from before a sign-out everywhere, and accepts later ones', async () => {
    const token = await tokenOf('ada')
    await revokeTokens(await idOf('ada'), new Date())
    expect(await wrongResponses(forUsers, `Bearer ${token}`, 401, 'unauthenticated')).toEqual([])
    expect((await signedOut.auth.firebase.post({ id_token: token })).status).toBe(401)
    expect((await withToken(laterToken()).auth.me.get()).status).toBe(200)
  })
})

describe('Every route for admins', () => {
  test('is covered by these tests', () => expect(forAdmins.length).toBeGreaterThanOrEqual(1))

  test('returns 403 to a reader', async () => {
    expect(await wrongResponses(forAdmins, `Bearer ${await tokenOf('ada')}`, 403, 'forbidden')).toEqual([])
  })

  test('returns 403 to a user whose e-mail address is not verified', async () => {
    const claims = claimsOf('mallory', PROJECT, { email: 'mallory@paperdawn.test', email_verified: false })
    const token = await issuer.sign(claims)
    expect((await signedOut.auth.firebase.post({ id_token: token })).data?.is_admin).toBe(false)
    expect(await wrongResponses(forAdmins, `Bearer ${token}`, 403, 'forbidden')).toEqual([])
  })

  test('returns 403 to an admin whose e-mail address changed, also with older tokens', async () => {
    const admin = await tokenOf('admin')
    expect((await withToken(admin).auth.me.get()).data?.is_admin).toBe(true)
    const seconds = Math.floor(Date.now() / 1000)
    const moved = await issuer.sign(claimsOf('admin', PROJECT, { email: 'admin@example.org', iat: seconds }))
    expect((await withToken(moved).auth.me.get()).data).toMatchObject({ email: 'admin@example.org', is_admin: false })
    expect(await wrongResponses(forAdmins, `Bearer ${moved}`, 403, 'forbidden')).toEqual([])
    expect(await wrongResponses(forAdmins, `Bearer ${admin}`, 403, 'forbidden')).toEqual([])
  })

  test('accepts an admin', async () => {
    const token = await tokenOf('admin')
    const rejected: string[] = []
    for (const route of forAdmins) {
      const { status } = await send(route, `Bearer ${token}`)
      if (status === 401 || status === 403) rejected.push(`${route.name}: ${status}`)
    }
    expect(rejected).toEqual([])
  })
})

test('Every admin route of the OpenAPI document leaves a record with person, object and outcome, also when it refuses', async () => {
  const documented = await (await app.handle(new Request('http://localhost/api/openapi.json'))).json()
  const operations = Object.entries(documented.paths as Record<string, Record<string, { 'x-role': string }>>)
  const calls = operations.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-role'] === 'admin' ? [{ method: method.toUpperCase(), path }] : [],
    ),
  )
  expect(calls.length).toBeGreaterThanOrEqual(25)
  for (const [name, email] of [
    ['ada', 'ada@example.org'],
    ['admin', 'admin@paperdawn.test'],
  ] as const) {
    const sent: string[] = []
    for (const { method, path } of calls) {
      const target = path.includes('{id}') ? 'x1' : null
      const route = { name: path, method, path: path.replace(/\{\w+\}/g, 'x1'), role: 'admin' }
      const { status } = await send(route, `Bearer ${await tokenOf(name)}`)
      sent.push(JSON.stringify([method, path.replace(/\{(\w+)\}/g, ':$1'), target, status]))
    }
    // A record is written after its response.
    await waitForAudit()
    const records = (await findAudit({ skip: 0, limit: 500, person: email })).items
    const rows = new Set(
      records.map(({ action, target, status }) => JSON.stringify([...action.split(' '), target, status])),
    )
    expect(sent.filter((row) => !rows.has(row))).toEqual([])
  }
})

test('Public routes respond to callers with an invalid token', async () => {
  const wrong: string[] = []
  for (const route of routes.filter(({ role, method }) => role === 'public' && method === 'GET')) {
    const { status } = await send(route, 'Bearer garbage')
    if (status === 401 || status === 403 || status === 500) wrong.push(`${route.name}: ${status}`)
  }
  expect(wrong).toEqual([])
})
