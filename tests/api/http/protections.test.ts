import { describe, expect, test } from 'bun:test'
import { markStopping } from '#api/services/health/readiness.ts'
import { useApp } from '#tests/support/app.ts'

const { app, as, tokenOf } = useApp({ env: { PUBLIC_URL: 'https://papers.example.org' } })

/** Sends a body of `depth` nested objects to the profile. */
async function sendNested(depth: number) {
  const body = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const response = await app.handle(
    new Request('http://localhost/api/users/me', {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('ada')}` },
    }),
  )
  return { status: response.status, message: JSON.stringify(await response.json()) }
}

const ready = () => app.handle(new Request('http://localhost/api/health/ready'))

describe('The product', () => {
  test('refuses a body that is nested more than twenty levels deep', async () => {
    expect((await sendNested(20)).message).not.toContain('nested too deeply')
    for (const depth of [21, 2_000])
      expect(await sendNested(depth)).toMatchObject({
        status: 422,
        message: expect.stringContaining('nested too deeply'),
      })
  })

  test('lets browsers use https only, for a year, where its public address has it', async () => {
    const { headers } = await app.handle(new Request('http://localhost/api/health/live'))
    const seconds = Number(
      /^max-age=(\d+); includeSubDomains$/.exec(headers.get('strict-transport-security') ?? '')?.[1],
    )
    expect(seconds).toBeGreaterThanOrEqual(31_536_000)
  })

  // Last: nothing takes it back.
  test('is not ready from the moment on at which it begins to stop, and still answers', async () => {
    expect((await ready()).status).toBe(200)
    markStopping()
    const response = await ready()
    expect([response.status, await response.json()]).toMatchObject([503, { status: 'not-ready', stopping: true }])
    expect((await as('ada').auth.me.get()).status).toBe(200)
  })
})
