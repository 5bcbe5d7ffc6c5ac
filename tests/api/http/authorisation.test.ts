import { beforeEach, describe, expect, test } from 'bun:test'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { forgeTokens } from '#tests/support/forgeries.ts'
import { claimsOf } from '#tests/support/keys.ts'
import { findUserByUid, revokeTokens, setDisabled } from '#api/store/readers/users.ts'

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

async function ask({ method, path }: Route, authorization?: string) {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
  const body = method === 'GET' ? undefined : '{}'
  const response = await app.handle(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  return { status: response.status, code: text.startsWith('{') ? JSON.parse(text).error?.code : undefined }
}

/** The routes that do not answer with this status and code. */
async function wrongAnswers(list: Route[], authorization: string | undefined, status: number, code: string) {
  const wrong: string[] = []
  for (const route of list) {
    const answer = await ask(route, authorization)
    if (answer.status !== status || answer.code !== code) wrong.push(`${route.name}: ${answer.status} ${answer.code}`)
  }
  return wrong
}

const idOf = async (name: string) => (await findUserByUid(`uid-${name}`))!._id

describe('Every route that needs a user', () => {
  beforeEach(() => tokenOf('ada'))

  test('is among those looked at here', () => expect(forUsers.length).toBeGreaterThanOrEqual(6))

  test('asks a stranger to sign in, whatever else is wrong with the request', async () => {
    expect(await wrongAnswers(forUsers, undefined, 401, 'unauthenticated')).toEqual([])
  })

  test('takes no other scheme than a bearer token', async () => {
    const token = await tokenOf('ada')
    for (const header of [token, `Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} ${token}`])
      expect(await wrongAnswers(forUsers, header, 401, 'unauthenticated')).toEqual([])
  })

  test('refuses every forged token', async () => {
    const wrong: string[] = []
    for (const [name, token] of await forgeTokens(issuer, 'ada', PROJECT)) {
      const answers = await wrongAnswers(forUsers, `Bearer ${token}`, 401, 'unauthenticated')
      wrong.push(...answers.map((answer) => `${name}: ${answer}`))
    }
    expect(wrong).toEqual([])
  })

  test("refuses our own tokens of another purpose, and a terminal's without a session", async () => {
    const user = await idOf('ada')
    for (const audience of ['unsubscribe', 'digest', 'terminal'] as const) {
      const token = await product.tokens.sign(audience, user, { seconds: 60, session: 'none' })
      expect(await wrongAnswers(forUsers, `Bearer ${token}`, 401, 'unauthenticated')).toEqual([])
    }
  })

  test('tells a sign-in without an account that there is none', async () => {
    const token = await issuer.sign(claimsOf('newcomer', PROJECT))
    expect(await wrongAnswers(forUsers, `Bearer ${token}`, 404, 'not-found')).toEqual([])
  })

  test('shuts out a disabled user with the next request, and lets them in again', async () => {
    const token = await tokenOf('ada')
    await setDisabled(await idOf('ada'), true)
    expect(await wrongAnswers(forUsers, `Bearer ${token}`, 403, 'forbidden')).toEqual([])
    expect((await signedOut.auth.firebase.post({ id_token: token })).status).toBe(403)
    await setDisabled(await idOf('ada'), false)
    expect((await withToken(token).auth.me.get()).status).toBe(200)
  })

  test('shuts out sign-ins of before a sign-out everywhere, and takes a later one', async () => {
    const token = await tokenOf('ada')
    await revokeTokens(await idOf('ada'), new Date())
    expect(await wrongAnswers(forUsers, `Bearer ${token}`, 401, 'unauthenticated')).toEqual([])
    expect((await signedOut.auth.firebase.post({ id_token: token })).status).toBe(401)
    const seconds = Math.floor(Date.now() / 1000) + 2
    const later = await issuer.sign(claimsOf('ada', PROJECT, { auth_time: seconds, iat: seconds }))
    expect((await withToken(later).auth.me.get()).status).toBe(200)
  })
})

describe('Every route for admins', () => {
  test('is among those looked at here', () => expect(forAdmins.length).toBeGreaterThanOrEqual(1))

  test('turns an ordinary reader away', async () => {
    expect(await wrongAnswers(forAdmins, `Bearer ${await tokenOf('ada')}`, 403, 'forbidden')).toEqual([])
  })

  test('turns away an address that nobody verified', async () => {
    const claims = claimsOf('mallory', PROJECT, { email: 'mallory@paperdawn.test', email_verified: false })
    const token = await issuer.sign(claims)
    expect((await signedOut.auth.firebase.post({ id_token: token })).data?.is_admin).toBe(false)
    expect(await wrongAnswers(forAdmins, `Bearer ${token}`, 403, 'forbidden')).toEqual([])
  })

  test('drops an admin whose address changed, for old tokens too', async () => {
    const admin = await tokenOf('admin')
    expect((await withToken(admin).auth.me.get()).data?.is_admin).toBe(true)
    const seconds = Math.floor(Date.now() / 1000)
    const moved = await issuer.sign(claimsOf('admin', PROJECT, { email: 'admin@example.org', iat: seconds }))
    expect((await withToken(moved).auth.me.get()).data).toMatchObject({ email: 'admin@example.org', is_admin: false })
    expect(await wrongAnswers(forAdmins, `Bearer ${moved}`, 403, 'forbidden')).toEqual([])
    expect(await wrongAnswers(forAdmins, `Bearer ${admin}`, 403, 'forbidden')).toEqual([])
  })

  test('lets an admin in', async () => {
    const token = await tokenOf('admin')
    const turnedAway: string[] = []
    for (const route of forAdmins) {
      const { status } = await ask(route, `Bearer ${token}`)
      if (status === 401 || status === 403) turnedAway.push(`${route.name}: ${status}`)
    }
    expect(turnedAway).toEqual([])
  })
})

test('public pages answer those whose sign-in cannot be used', async () => {
  const wrong: string[] = []
  for (const route of routes.filter(({ role, method }) => role === 'public' && method === 'GET')) {
    const { status } = await ask(route, 'Bearer garbage')
    if (status === 401 || status === 403 || status === 500) wrong.push(`${route.name}: ${status}`)
  }
  expect(wrong).toEqual([])
})
