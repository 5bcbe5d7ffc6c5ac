import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { createServer } from '#api/http/server.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { product, tokenOf } = useApp({ sink, env: { TRUSTED_PROXIES: '127.0.0.1' } })
const INLINE = "document.documentElement.dataset.scheme = 'dark'"
const PAGE = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/main-a1B2c3D4.js"></script><p>app</p>`
const CODE = `console.log('${'paper '.repeat(300)}')`

let folder: string
let server: Awaited<ReturnType<typeof createServer>>
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-site-'))
  const site = join(folder, 'web')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'not for anybody')
  await writeFile(join(site, 'index.html'), PAGE)
  await writeFile(join(site, 'assets/main-a1B2c3D4.js'), CODE)
  await writeFile(join(site, 'assets/main-a1B2c3D4.js.br'), brotliCompressSync(CODE))
  await writeFile(join(site, 'assets/main-a1B2c3D4.js.gz'), gzipSync(CODE))
  server = await createServer(product, site)
  server.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
  origin = server.server!.url.origin
})
afterAll(async () => {
  await server.stop(true)
  await sink.stop()
  await rm(folder, { recursive: true })
})

let visitors = 0
/** Each test comes from an address of its own, so that none uses up another's budget. */
let place = ''
beforeEach(() => {
  visitors += 1
  place = `203.0.113.${visitors}`
})
const get = (path: string, init: RequestInit & { decompress?: boolean } = {}) =>
  fetch(`${origin}${path}`, { ...init, headers: { 'x-forwarded-for': place, ...(init.headers as object) } })

const exchange = (id_token: string) =>
  get('/api/auth/firebase', {
    method: 'POST',
    body: JSON.stringify({ id_token }),
    headers: { 'content-type': 'application/json' },
  })

/** Asks as a reader who claims to come from elsewhere each time. */
const ask = async (name: string, number: number) => {
  const headers = {
    authorization: `Bearer ${await tokenOf(name)}`,
    'x-forwarded-for': `198.51.100.${number % 200}`,
  }
  return (await get('/api/auth/me', { headers })).status
}

describe('The web app', () => {
  test('answers every page of it, and not for missing files or the API', async () => {
    for (const path of ['/', '/dashboard', '/search?q=a.b', '/reading-list']) {
      const response = await get(path)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toBe(PAGE)
    }
    for (const path of ['/missing.js', '/assets/none-12345678.js', '/api', '/api/nothing', '/api/x.html'])
      expect((await get(path)).status).toBe(404)
  })

  test('is sent in the best form the browser takes, to be kept for a year', async () => {
    const path = '/assets/main-a1B2c3D4.js'
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get(path, { headers: { 'accept-encoding': accept }, decompress: true })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('content-type')).toContain('javascript')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await response.text()).toBe(CODE)
    }
  })

  test('is not sent again to a browser that has it', async () => {
    const first = await get('/')
    const again = await get('/', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('answers HEAD as GET, without a body', async () => {
    const response = await get('/dashboard', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('leads to no file outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets//../../secret.txt',
      '/..\\secret.txt',
    ])
      expect(await (await get(path)).text()).not.toContain('not for anybody')
  })

  test('may run its own inline script and no other', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!
    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(policy).toContain(`script-src 'self' https://apis.google.com 'sha256-${hash}';`)
  })

  test('carries the headers that bind a browser on every file, page and error', async () => {
    for (const path of ['/', '/assets/main-a1B2c3D4.js', '/missing.js', '/api/nothing']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})

describe('Too many requests', () => {
  // The clock stands still, so that no window ends while a slow machine still counts.
  beforeEach(() => setSystemTime(new Date()))
  afterEach(() => setSystemTime())

  test('that fail to prove who somebody is are stopped for that address alone', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, () => exchange('garbage')))
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([401]))
    const good = await tokenOf('ada')
    const stopped = await exchange(good)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await stopped.json()).toMatchObject({ error: { code: 'rate-limited', retry_after: expect.any(Number) } })
    const stoppedAt = place
    place = '203.0.113.250'
    expect((await exchange(good)).status).toBe(200)
    place = stoppedAt
    setSystemTime(Date.now() + 59_999)
    expect((await exchange(good)).status).toBe(429)
    setSystemTime(Date.now() + 1)
    expect((await exchange(good)).status).toBe(200)
  })

  test('of one reader are stopped, whatever address they claim, and another reader goes on', async () => {
    const answers: number[] = []
    for (let batch = 0; batch < 13; batch += 1)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => ask('ada', number)))))
    expect(answers.filter((status) => status === 200)).toHaveLength(600)
    expect(answers.filter((status) => status === 429)).toHaveLength(50)
    expect(await ask('bela', 1)).toBe(200)
  })

  test('are those that fail: any number of successful sign-ins stops nobody', async () => {
    const good = await tokenOf('ada')
    for (let number = 0; number < 25; number += 1) expect((await exchange(good)).status).toBe(200)
  })

  test('are counted by the last address that no trusted proxy wrote', async () => {
    for (let number = 0; number < 20; number += 1) {
      place = `10.0.0.${number}, 203.0.113.251`
      await exchange('garbage')
    }
    place = '203.0.113.251'
    expect((await exchange('garbage')).status).toBe(429)
  })
})

describe('A body over 64 KB', () => {
  const headers = { 'content-type': 'application/json' }
  const large = JSON.stringify({ device: 'x'.repeat(64 * 1024) })

  test('is refused in our own words, whether or not its length is announced', async () => {
    const announced = await get('/api/auth/device', { method: 'POST', headers, body: large })
    const streamed = await get('/api/auth/device', { method: 'POST', headers, body: new Blob([large]).stream() })
    for (const response of [announced, streamed]) {
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ error: { code: 'too-large' } })
    }
  })

  test('of many megabytes is refused without reading it', async () => {
    const huge = '"'.padEnd(8 * 1024 * 1024, 'x')
    expect((await get('/api/auth/device', { method: 'POST', headers, body: huge })).status).toBe(413)
  })

  test('does not keep the next request from being answered', async () => {
    await get('/api/auth/device', { method: 'POST', headers, body: large })
    const next = await get('/api/auth/device', { method: 'POST', headers, body: '{"device":"lab-pc"}' })
    expect(next.status).toBe(200)
  })
})

describe('The outbox page', () => {
  test('shows what the sink took, and runs nothing of it', async () => {
    const transport = createTransport({ host: sink.host, port: sink.port, secure: false })
    const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
    await transport.sendMail({
      from: 'Paperdawn <papers@example.org>',
      to: 'ada@example.org',
      subject: `Your papers ${hostile}`,
      html: `<p>Hello</p>${hostile}`,
      text: `Hello ${hostile}`,
    })
    const list = await (await get('/api/dev/outbox')).text()
    expect(list).toContain('Your papers &lt;script&gt;')
    const link = /href="(\/api\/dev\/outbox\/[^"]+)"/.exec(list)![1]!
    const message = await get(link)
    const page = await message.text()
    expect(page).toContain('<iframe title="The message as HTML" sandbox="" srcdoc="')
    for (const text of [list, page]) expect(text).not.toMatch(/<script>|<img/)
    expect(message.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await get('/api/dev/outbox/none')).status).toBe(404)
  })
})
