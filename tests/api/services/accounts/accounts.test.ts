import { describe, expect, test } from 'bun:test'
import { claimsOf } from '#tests/support/keys.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'

const { as, signedOut, withToken, issuer } = useApp()

/** Signs an ID token of Grace with this name. */
const sign = (name: string) => issuer.sign(claimsOf('grace', PROJECT, { name, picture: 'https://example.org/g.png' }))

describe('POST /api/auth/firebase', () => {
  test('creates an account on the first call and returns it on later calls', async () => {
    const id_token = await issuer.sign(claimsOf('grace', PROJECT))
    const first = await signedOut.auth.firebase.post({ id_token, category_ids: ['cs.LG'] })
    expect(first.data).toMatchObject({
      name: 'Grace',
      email: 'grace@example.org',
      category_ids: ['cs.LG'],
      onboarded: true,
    })
    expect(first.data?.is_admin).toBe(false)
    const second = await signedOut.auth.firebase.post({ id_token })
    expect(second.data).toEqual(first.data!)
  })

  test('updates name and photo, but keeps a name that the reader chose', async () => {
    await signedOut.auth.firebase.post({ id_token: await sign('Grace One') })
    const renamed = await signedOut.auth.firebase.post({ id_token: await sign('Grace Two') })
    expect(renamed.data).toMatchObject({ name: 'Grace Two', photo_url: 'https://example.org/g.png' })
    await withToken(sign('Grace Two')).users.me.put({ name: 'G.' })
    const again = await signedOut.auth.firebase.post({ id_token: await sign('Grace Three') })
    expect(again.data?.name).toBe('G.')
  })

  test('rejects unknown categories and creates no account', async () => {
    const id_token = await issuer.sign(claimsOf('grace', PROJECT))
    const { status, error } = await signedOut.auth.firebase.post({ id_token, category_ids: ['cs.LG', 'cs.NO'] })
    expect(status).toBe(422)
    expect(error?.value).toMatchObject({ error: { fields: { category_ids: 'There is no category "cs.NO".' } } })
    expect((await withToken(id_token).auth.me.get()).status).toBe(404)
  })

  test('creates one account for twenty concurrent requests', async () => {
    const id_token = await issuer.sign(claimsOf('grace', PROJECT))
    const responses = await Promise.all(Array.from({ length: 20 }, () => signedOut.auth.firebase.post({ id_token })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ data }) => data?.id)).size).toBe(1)
  })
})

describe('PUT /api/users/me', () => {
  test('changes only the given fields', async () => {
    const before = (await as('ada').auth.me.get()).data!
    const { data } = await as('ada').users.me.put({ preferences: { reading: { abstract_lines: 3 } } })
    expect(data).toEqual({
      ...before,
      preferences: { ...before.preferences, reading: { ...before.preferences.reading, abstract_lines: 3 } },
    })
  })

  test('reports each unknown field and changes nothing', async () => {
    const body = { name: 'New', is_admin: true, preferences: { digest: { hours: 3 } } }
    const { status, error } = await as('ada').users.me.put(body as object)
    expect(status).toBe(422)
    expect(error?.value).toMatchObject({
      error: {
        code: 'invalid-input',
        fields: {
          is_admin: 'The field "is_admin" is not known here.',
          'preferences.digest.hours': 'The field "preferences.digest.hours" is not known here.',
        },
      },
    })
    expect((await as('ada').auth.me.get()).data?.name).toBe('Ada')
  })

  test('describes an invalid value in a sentence', async () => {
    const { error } = await as('ada').users.me.put({ preferences: { digest: { hour: 24 } } })
    expect(error?.value).toMatchObject({
      error: { fields: { 'preferences.digest.hour': 'The field "hour" must be a whole number from 0 to 23.' } },
    })
  })
})

/** An ID token of Ada's sign-in in the second of `instant`. */
function signInAt(instant: number): Promise<string> {
  const seconds = Math.floor(instant / 1000)
  return issuer.sign(claimsOf('ada', PROJECT, { auth_time: seconds, iat: seconds }))
}

describe('a sign-in of the moment', () => {
  test.each(['a sign-out everywhere', 'the deletion of the account'])(
    'counts after %s, and not before',
    async (what) => {
      const client = as('ada')
      await client.auth.me.get()
      const before = await signInAt(Date.now())
      const { error } =
        what === 'a sign-out everywhere'
          ? await client.users.me['sign-out-everywhere'].post()
          : await client.users.me.delete({ email: 'ada@example.org' })
      expect(error).toBeNull()
      const after = await signInAt(Date.now())
      expect((await signedOut.auth.firebase.post({ id_token: before })).status).toBe(401)
      expect((await signedOut.auth.firebase.post({ id_token: after })).status).toBe(200)
      expect((await withToken(before).auth.me.get()).status).toBe(401)
    },
  )
})
