import { afterAll, beforeEach, expect, test } from 'bun:test'
import { EMAIL, noteId, PASSWORD, simNote, simNotes, startOpenreviewSimulator, VENUE } from './openreview.ts'

const simulator = startOpenreviewSimulator()
const { v1, v2 } = simulator
afterAll(() => simulator.stop())
beforeEach(() => {
  v2.notes = simNotes(3)
  v1.notes = simNotes(3)
})

async function signIn(host: typeof v2, password = PASSWORD): Promise<Response> {
  const body = JSON.stringify({ id: EMAIL, password })
  return fetch(`${host.apiUrl}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
const tokenOf = async (host: typeof v2) => ((await (await signIn(host)).json()) as { token: string }).token
const ask = (host: typeof v2, path: string, token: string) =>
  fetch(host.apiUrl + path, { headers: { authorization: `Bearer ${token}` } })

test('the simulated OpenReview challenges programs without a token, with an old one, and with that of the other host', async () => {
  const token = await tokenOf(v2)
  const path = `/notes?content.venueid=${VENUE}`
  expect((await ask(v2, path, token)).status).toBe(200)
  for (const answer of [await fetch(v2.apiUrl + path), await ask(v1, path, token)]) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ name: 'ChallengeRequiredError', status: 403, details: {} })
  }
  v2.expire()
  expect((await ask(v2, path, token)).status).toBe(403)
  expect((await signIn(v2, 'wrong')).status).toBe(400)
})

test('it wraps the values of API 2 and counts only there, if it is asked to', async () => {
  const path = `/notes?content.venueid=${VENUE}&limit=1&offset=1`
  const [two, counted, one] = await Promise.all([
    ask(v2, path, await tokenOf(v2)).then((answer) => answer.json()),
    ask(v2, `${path}&count=true`, await tokenOf(v2)).then((answer) => answer.json()),
    ask(v1, `${path}&count=true`, await tokenOf(v1)).then((answer) => answer.json()),
  ])
  expect(two).toMatchObject({ notes: [{ id: noteId(2), content: { title: { value: 'Counting Lanterns, part 2' } } }] })
  expect(two).not.toHaveProperty('count')
  expect(counted).toMatchObject({ count: 3, notes: [{ invitations: [`${VENUE}/-/Submission`] }] })
  expect(one).toMatchObject({ notes: [{ content: { title: 'Counting Lanterns, part 2' }, referent: null }] })
  expect(one).not.toHaveProperty('count')
})

test('it lists accepted papers alone, at most 1,000, and says what is not there', async () => {
  const token = await tokenOf(v2)
  v2.notes = [simNote(1), simNote(2, { content: { venueid: `${VENUE}/Submission` } })]
  expect(await (await ask(v2, `/notes?content.venueid=${VENUE}&count=true`, token)).json()).toMatchObject({ count: 1 })
  expect((await ask(v2, `/notes?content.venueid=${VENUE}&limit=1001`, token)).status).toBe(400)
  const missing = await ask(v2, '/notes?id=none', token)
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { name: 'NotFoundError', message: 'The Note none was not found', status: 404, details: {} },
  ])
})
