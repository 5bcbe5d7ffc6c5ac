import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { createApp } from '#api/http/app.ts'
import { createServer } from '#api/http/server.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { product } = useApp({ sink })
const INLINE = "document.documentElement.dataset.scheme = 'dark'"
const INLINE_STYLE = 'body { margin: 0 }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
const PAGE = `<!doctype html><style>${INLINE_STYLE}</style><script>${INLINE}</script><script type="module" src="/assets/main-a1B2c3D4.js"></script><p>app</p>`
const LANDING = PAGE.replace('app', 'landing')
const LOGIN = PAGE.replace('app', 'login')
const CODE = `console.log('${'paper '.repeat(300)}')`

let folder: string
let server: Awaited<ReturnType<typeof createServer>>
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-site-'))
  const site = join(folder, 'web')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'outside the web folder')
  await writeFile(join(site, 'index.html'), PAGE)
  await writeFile(join(site, 'landing.html'), LANDING)
  await writeFile(join(site, 'login.html'), LOGIN)
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

const get = (path: string, init: RequestInit & { decompress?: boolean } = {}) => fetch(`${origin}${path}`, init)

describe('The web app', () => {
  test('is served for each of its pages, but not for missing files or API paths', async () => {
    for (const path of [
      '/',
      '/login',
      '/login?next=%2Fsearch',
      '/dashboard',
      '/search?q=a.b',
      '/reading-list',
      '/paper/arxiv:2611.90001',
      '/paper/arxiv:math/0309136',
      '/paper/%00',
      '/no%00such',
    ]) {
      const response = await get(path)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toBe(path === '/' ? LANDING : path.startsWith('/login') ? LOGIN : PAGE)
    }
    for (const path of ['/missing.js', '/assets/none-12345678.js', '/api', '/api/nothing', '/api/x.html'])
      expect((await get(path)).status).toBe(404)
  })

  test('refuses an address or headers of more than 16 KB as the API documentation says', async () => {
    const long = 'x'.repeat(16 * 1024)
    for (const response of [
      await get(`/api/config?x=${long}`),
      await get('/api/config', { headers: { 'x-y': long } }),
    ]) {
      expect(response.status).toBe(431)
      expect(await response.text()).toBe('')
    }
    const half = 'x'.repeat(15 * 1024)
    expect((await get(`/api/config?x=${half}`)).status).toBe(200)
    const document = (await (await get('/api/openapi.json')).json()) as { paths: Record<string, { get?: object }> }
    expect(document.paths['/api/config']?.get).toMatchObject({
      responses: { 431: { description: 'The address and headers have more than 16 KB. No content.' } },
    })
  })

  test('says which methods an address of the API knows, also for GET', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const response = await get('/api/auth/firebase', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    }
  })

  test('is sent in the best encoding the browser accepts, cacheable for a year', async () => {
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

  test('keeps its files while they are built anew', async () => {
    await rename(join(folder, 'web'), join(folder, 'web-before'))
    const responses = await Promise.all(['/', '/dashboard', '/assets/main-a1B2c3D4.js'].map((path) => get(path)))
    await rename(join(folder, 'web-before'), join(folder, 'web'))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual([LANDING, PAGE, CODE])
  })

  test('returns 304 to a browser that has the current version', async () => {
    const first = await get('/')
    const again = await get('/', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('responds to HEAD as to GET, without a body', async () => {
    const response = await get('/dashboard', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('serves no file outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets//../../secret.txt',
      '/..\\secret.txt',
    ])
      expect(await (await get(path)).text()).not.toContain('outside the web folder')
  })

  test('allows only its own inline script and styles', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'self' https://apis.google.com 'sha256-${hashOf(INLINE)}';`)
    const styles = /style-src-elem ([^;]+)/.exec(policy)![1]!
    expect(styles).toContain(` 'sha256-${hashOf(INLINE_STYLE)}'`)
    expect(styles).not.toContain('unsafe')
  })

  test('has the time of the product on every answer of the API', async () => {
    setClock(new Date('2031-05-04T07:00:00Z'))
    try {
      for (const path of ['/api/config', '/api/nothing'])
        expect((await get(path)).headers.get('date')).toStartWith('Sun, 04 May 2031 07:0')
    } finally {
      setClock(null)
    }
  })

  test('has the security headers on every file, page and error', async () => {
    for (const path of ['/', '/assets/main-a1B2c3D4.js', '/missing.js', '/api/nothing']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})

describe('A body over 64 KB', () => {
  const headers = { 'content-type': 'application/json' }
  const large = JSON.stringify({ device: 'x'.repeat(64 * 1024) })

  test('is rejected with an error of the contract, with or without Content-Length', async () => {
    const withLength = await get('/api/auth/device', { method: 'POST', headers, body: large })
    const streamed = await get('/api/auth/device', { method: 'POST', headers, body: new Blob([large]).stream() })
    for (const response of [withLength, streamed]) {
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ error: { code: 'too-large' } })
    }
  })

  test('of several megabytes is rejected', async () => {
    const huge = '"'.padEnd(8 * 1024 * 1024, 'x')
    expect((await get('/api/auth/device', { method: 'POST', headers, body: huge })).status).toBe(413)
  })

  test('does not affect the next request', async () => {
    await get('/api/auth/device', { method: 'POST', headers, body: large })
    const next = await get('/api/auth/device', { method: 'POST', headers, body: '{"device":"lab-pc"}' })
    expect(next.status).toBe(200)
  })
})

describe('The outbox page', () => {
  test('shows the mail in the sink and escapes its content', async () => {
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
    const config = { ...product.config, embedded: { ...product.config.embedded, mail: false } }
    const site = createApp({ ...product, config })
    expect((await site.handle(new Request('http://localhost/api/dev/outbox'))).status).toBe(404)
  })
})
