import { describe, expect, test } from 'bun:test'
import type { JWTPayload } from 'jose'
import mongoose from 'mongoose'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { claimsOf } from '#tests/support/keys.ts'

const { as, signedOut, withToken, issuer } = useApp()
const now = Math.floor(Date.now() / 1000)

/** A token of a sign-in `age` seconds ago. */
const tokenFor = (uid: string, email: string, age: number, claims: JWTPayload = {}) =>
  issuer.sign(claimsOf(uid, PROJECT, { email, auth_time: now - age, iat: now - age, ...claims }))
const signIn = async (...args: Parameters<typeof tokenFor>) => {
  const token = await tokenFor(...args)
  const { data, status } = await signedOut.auth.firebase.post({ id_token: token })
  return { token, status, id: data?.id, email: data?.email }
}

test('A verified address has one account, however it is written', async () => {
  const first = await signIn('one', 'Ada@Example.org', 100)
  expect(first).toMatchObject({ status: 200, email: 'ada@example.org' })
  expect(await signIn('two', 'aDA@example.ORG', 50)).toMatchObject({ status: 200, id: first.id })
})

test('A new uid with the verified address takes the account over, and the former one cannot take it back', async () => {
  const former = await signIn('former', 'ada@example.org', 100)
  expect((await signIn('older', 'ada@example.org', 150)).status).toBe(409)
  const owner = await signIn('new', 'ada@example.org', 50)
  expect(owner.id).toBe(former.id!)
  expect((await withToken(owner.token).auth.me.get()).data?.id).toBe(former.id!)
  expect((await withToken(former.token).auth.me.get()).status).toBe(404)
  expect((await signIn('former', 'ada@example.org', 100)).status).toBe(401)
  // A token that was refreshed since is of the same sign-in.
  expect((await signIn('former', 'ada@example.org', 100, { iat: now })).status).toBe(401)
  expect((await withToken(owner.token).auth.me.get()).status).toBe(200)
})

test('An address that is not verified takes no account over and reserves nothing', async () => {
  const unverified = { email_verified: false }
  const squatter = await signIn('squatter', 'ada@example.org', 100, unverified)
  const owner = await signIn('owner', 'ada@example.org', 90)
  const other = await signIn('other', 'ada@example.org', 50, unverified)
  expect([squatter, owner, other].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set([squatter.id, owner.id, other.id]).size).toBe(3)
  expect((await withToken(owner.token).auth.me.get()).data?.id).toBe(owner.id!)
  // Two accounts have proven the address at most once.
  expect((await signIn('squatter', 'ada@example.org', 100, { iat: now })).status).toBe(409)
})

test('A disabled account cannot be taken over', async () => {
  const { id } = await signIn('former', 'ada@example.org', 100)
  await setDisabled(id!, true)
  expect((await signIn('new', 'ada@example.org', -20)).status).toBe(403)
})

/** A sign-in so long ago, and no use since. */
const signInBefore = async (days: number) => {
  const user = await signIn('former', 'ada@example.org', 100)
  const at = new Date(Date.now() - days * 86_400_000)
  const last = { identity_at: at, last_seen_at: at }
  await mongoose.connection.collection('users').updateOne({ email: 'ada@example.org' }, { $set: last })
  return user.id!
}

const permit = async (id: string, allow_new_sign_in: boolean) =>
  as('admin').admin.users({ id }).put({ allow_new_sign_in })

describe('An account that was not used for 180 days', () => {
  test('is not given to a new sign-in of its address, which may be that of another person by now', async () => {
    await signInBefore(181)
    expect((await signIn('new', 'ada@example.org', 50)).status).toBe(403)
    expect((await signIn('former', 'ada@example.org', 50)).status).toBe(200)
    expect((await signIn('new', 'ada@example.org', 20)).status).toBe(200)
  })

  test('is given to it when it was used later than that', async () => {
    const id = await signInBefore(179)
    expect(await signIn('new', 'ada@example.org', 50)).toMatchObject({ status: 200, id })
  })

  test('is given to it once when an admin has allowed it, which is in the audit', async () => {
    const id = await signInBefore(400)
    expect((await as('admin').admin.users.get({ query: { q: 'ada' } })).data?.items[0]?.dormant).toBe(true)
    expect((await permit(id, true)).data).toMatchObject({ new_sign_in_until: expect.any(String) })
    expect((await permit(id, false)).data).toMatchObject({ new_sign_in_until: null })
    expect((await signIn('new', 'ada@example.org', 50)).status).toBe(403)
    await permit(id, true)
    expect(await signIn('new', 'ada@example.org', 40)).toMatchObject({ status: 200, id })
    const { data } = await as('admin').admin.audit.get({ query: { action: 'new-sign-in' } })
    expect(data?.items.map(({ action }) => action)).toEqual([
      'new-sign-in-allowed',
      'new-sign-in-refused',
      'new-sign-in-allowed',
    ])
    expect((await as('ben').admin.users({ id }).put({ allow_new_sign_in: true })).status).toBe(403)
  })
})

test('The index of earlier versions, by which every address was unique, is dropped at the start', async () => {
  const { host, port, name } = mongoose.connection
  await mongoose.connection.collection('users').createIndex({ email: 1 }, { name: 'email', unique: true })
  await closeDatabase()
  await openDatabase(`mongodb://${host}:${port}/${name}?replicaSet=rs0`)
  const indexes = await mongoose.connection.collection('users').indexes()
  expect(indexes.map((index) => index.name)).not.toContain('email')
})
