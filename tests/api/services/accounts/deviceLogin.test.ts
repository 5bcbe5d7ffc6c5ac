import { describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import mongoose from 'mongoose'
import { setDisabled } from '#api/store/readers/userAccess.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { useApp } from '#tests/support/app.ts'

const { as, signedOut, withToken, product } = useApp()

const start = async () => (await signedOut.auth.device.post({ device: 'paperdawn on lab-pc' })).data!
/** Ends the polling interval without waiting. */
const endPollInterval = () =>
  mongoose.connection.collection('device_requests').updateMany({}, { $set: { polled_at: null } })
const poll = async (device_code: string) => {
  await endPollInterval()
  return (await signedOut.auth.device.token.post({ device_code })).data!
}

const signInTerminal = async (name: string) => {
  const { device_code, user_code } = await start()
  await as(name).auth.device.approve.post({ user_code, approve: true })
  return (await poll(device_code)).token!
}

describe('Signing in a terminal', () => {
  test('returns a code without look-alike letters and the page to enter it', async () => {
    const { user_code, verification_uri, verification_uri_complete, expires_in, interval } = await start()
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(verification_uri).toBe('http://127.0.0.1:3000/device')
    expect(verification_uri_complete).toBe(`http://127.0.0.1:3000/device?code=${user_code}`)
    expect({ expires_in, interval }).toEqual({ expires_in: 900, interval: 5 })
  })

  test('returns authorization_pending until it is approved, then a valid token once', async () => {
    const { device_code, user_code } = await start()
    expect(await poll(device_code)).toEqual({ status: 'authorization_pending', interval: 5 })
    const typed = user_code.toLowerCase().replace('-', '')
    expect((await as('ada').auth.device.get({ query: { user_code: typed } })).data).toMatchObject({
      user_code,
      device: 'paperdawn on lab-pc',
      ip_address: 'this machine',
    })
    expect((await as('ada').auth.device.approve.post({ user_code: typed, approve: true })).data).toEqual({
      approved: true,
    })
    const { status, token } = await poll(device_code)
    expect(status).toBe('approved')
    expect((await withToken(token!).auth.me.get()).data?.email).toBe('ada@example.org')
    expect(await poll(device_code)).toEqual({ status: 'expired_token' })
  })

  test('returns slow_down to a terminal that polls too fast', async () => {
    const { device_code } = await start()
    await poll(device_code)
    const { data } = await signedOut.auth.device.token.post({ device_code })
    expect(data).toEqual({ status: 'slow_down', interval: 10 })
  })

  test('returns access_denied after the request was denied', async () => {
    const { device_code, user_code } = await start()
    await as('ada').auth.device.approve.post({ user_code, approve: false })
    expect(await poll(device_code)).toEqual({ status: 'access_denied' })
  })

  test('accepts only the first decision', async () => {
    const { device_code, user_code } = await start()
    const decisions = await Promise.all(
      ['ada', 'bela'].map((name) => as(name).auth.device.approve.post({ user_code, approve: true })),
    )
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const { token } = await poll(device_code)
    const winner = decisions[0]?.status === 200 ? 'ada' : 'bela'
    expect((await withToken(token!).auth.me.get()).data?.email).toBe(`${winner}@example.org`)
  })

  test('rejects expired and unknown codes', async () => {
    const { device_code, user_code } = await start()
    await mongoose.connection.collection('device_requests').updateMany({}, { $set: { expires_at: new Date(0) } })
    expect(await poll(device_code)).toEqual({ status: 'expired_token' })
    expect((await as('ada').auth.device.get({ query: { user_code } })).status).toBe(404)
    expect((await as('ada').auth.device.approve.post({ user_code: 'BBBB-BBBB', approve: true })).status).toBe(404)
    expect(await poll('invented')).toEqual({ status: 'expired_token' })
  })

  test('stores no device code in plain text', async () => {
    const { device_code } = await start()
    const stored = await mongoose.connection.collection('device_requests').find().toArray()
    expect(JSON.stringify(stored)).not.toContain(device_code)
  })
})

test('A terminal is rejected while its user is disabled, and also afterwards', async () => {
  const terminal = await signInTerminal('ada')
  const { _id } = (await findUserByUid('uid-ada'))!
  await setDisabled(_id, true)
  expect((await withToken(terminal).auth.me.get()).error?.value).toMatchObject({ error: { code: 'forbidden' } })
  await setDisabled(_id, false)
  expect((await withToken(terminal).auth.me.get()).status).toBe(401)
})

describe('Signing out a terminal', () => {
  test('ends only its own session', async () => {
    const [first, second] = [await signInTerminal('ada'), await signInTerminal('ada')]
    expect((await withToken(first).auth.session.delete()).status).toBe(204)
    expect((await withToken(first).auth.me.get()).status).toBe(401)
    expect((await withToken(second).auth.me.get()).status).toBe(200)
  })

  test('is done per session: a token with a session of another user is rejected', async () => {
    const { sid } = decodeJwt(await signInTerminal('ada'))
    await as('bela').auth.me.get()
    const bela = (await findUserByUid('uid-bela'))!
    const mixed = await product.tokens.sign('terminal', bela._id, { seconds: 60, session: String(sid) })
    expect((await withToken(mixed).auth.me.get()).status).toBe(401)
  })

  test('returns 422 to a browser, which has no session', async () => {
    expect((await as('ada').auth.session.delete()).status).toBe(422)
  })

  test('everywhere ends terminals that were approved and have not collected their token', async () => {
    const { device_code, user_code } = await start()
    await as('ada').auth.device.approve.post({ user_code, approve: true })
    await as('ada').users.me['sign-out-everywhere'].post()
    expect(await poll(device_code)).toEqual({ status: 'access_denied' })
  })

  test('is possible from another one: the list names each with its place and last use', async () => {
    const [first, second] = [await signInTerminal('ada'), await signInTerminal('ada')]
    await signInTerminal('bela')
    const client = withToken(second)
    const { data } = await client.users.me.sessions.get({ query: {} })
    expect(data).toMatchObject({ total: 2, skip: 0, limit: 50 })
    const ids = [second, first].map((token) => String(decodeJwt(token).sid))
    expect(data?.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const own = data?.items.find(({ current }) => current)
    expect(own).toMatchObject({ id: ids[0], device: 'paperdawn on lab-pc', ip_address: 'this machine' })
    expect(Date.parse(own?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(own?.created_at ?? ''))
    expect((await client.users.me.sessions({ id: ids[1]! }).delete()).status).toBe(204)
    expect((await withToken(first).auth.me.get()).status).toBe(401)
    expect((await client.users.me.sessions({ id: ids[1]! }).delete()).status).toBe(404)
    expect((await as('bela').users.me.sessions({ id: ids[0]! }).delete()).status).toBe(404)
    expect((await client.users.me.sessions.get({ query: {} })).data?.total).toBe(1)
  })

  test('everywhere ends all terminals and browsers of the user, but not those of others', async () => {
    const terminal = await signInTerminal('ada')
    await as('bela').auth.me.get()
    expect((await as('ada').users.me['sign-out-everywhere'].post()).status).toBe(204)
    expect((await withToken(terminal).auth.me.get()).status).toBe(401)
    expect((await as('ada').auth.me.get()).status).toBe(401)
    expect((await as('bela').auth.me.get()).status).toBe(200)
  })
})
