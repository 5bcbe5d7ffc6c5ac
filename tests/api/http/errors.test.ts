import { describe, expect, test } from 'bun:test'
import { createApp } from '#api/http/app.ts'
import { useApp } from '#tests/support/app.ts'

const { app, as, tokenOf, product, signedOut } = useApp()

interface Options {
  method?: string
  body?: string | ReadableStream
  headers?: Record<string, string>
}

async function send(path: string, { method = 'GET', body, headers = {} }: Options = {}) {
  const authorization = `Bearer ${await tokenOf('ada')}`
  const allHeaders = { authorization, 'content-type': 'application/json', ...headers }
  const response = await app.handle(new Request(`http://localhost${path}`, { method, body, headers: allHeaders }))
  const json = (await response.json()) as {
    error: { code: string; message: string; request_id: string; fields?: object }
  }
  return { status: response.status, error: json.error, headers: response.headers }
}
const change = (body: string) => send('/api/users/me', { method: 'PUT', body })

const read = (path: string) => app.handle(new Request(`http://localhost${path}`))

describe('A failure', () => {
  test('contains the request id of the log', async () => {
    const { error, headers } = await send('/api/nothing')
    expect(error.request_id).toBe(headers.get('x-request-id')!)
    expect(error.request_id).toMatch(/^[\w-]{36}$/)
    const given = await send('/api/nothing', { headers: { 'x-request-id': 'proxy-id-12345' } })
    expect(given.error.request_id).toBe('proxy-id-12345')
    const hostile = await send('/api/nothing', { headers: { 'x-request-id': 'a b{"x":1}' } })
    expect(hostile.error.request_id).toMatch(/^[\w-]{36}$/)
  })

  test('at an unknown path is "not-found", also below a path that exists', async () => {
    for (const path of ['/api/nothing', '/api/auth/me/more', '/api/', '/api/auth'])
      expect(await send(path)).toMatchObject({ status: 404, error: { code: 'not-found' } })
  })

  test('for a body that is not JSON is "invalid-input"', async () => {
    for (const body of ['{', 'name=x', '{"name":}', 'undefined', '\0'])
      expect(await change(body)).toMatchObject({ status: 422, error: { code: 'invalid-input' } })
  })

  test('for a JSON body that is not an object is "invalid-input"', async () => {
    const nestedCases = [
      '{"preferences":"x"}',
      '{"preferences":null}',
      '{"interests":{"keywords":{"0":"a"}}}',
      '{"category_ids":"cs.LG"}',
    ]
    for (const body of ['[]', '"x"', '1', 'null', 'true', ...nestedCases])
      expect(await change(body)).toMatchObject({ status: 422, error: { code: 'invalid-input' } })
  })

  test('for a body that is missing says so, also where no field is required', async () => {
    for (const path of ['/api/users/me', '/api/papers/x/feedback']) {
      const { error } = await send(path, { method: 'PUT' })
      expect(error).toMatchObject({ code: 'invalid-input', message: 'The body of the request is missing.' })
    }
    expect(await change('{}')).toMatchObject({ status: 200 })
  })

  test('for a body with prototype keys or deep nesting is "invalid-input"', async () => {
    const nested = `${'{"preferences":'.repeat(30)}1${'}'.repeat(30)}`
    for (const body of ['{"__proto__":{"a":1}}', '{"constructor":1}', '{"preferences":{"prototype":1}}', nested])
      expect(await change(body)).toMatchObject({ status: 422, error: { code: 'invalid-input' } })
    const response = await send('/api/papers/x/feedback', { method: 'PUT', body: '{"value":"like","constructor":{}}' })
    expect(response).toMatchObject({ status: 422, error: { code: 'invalid-input' } })
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  test('for a body over 64 KB is "too-large", with or without Content-Length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(64 * 1024) })
    expect(await change(large)).toMatchObject({ status: 413, error: { code: 'too-large' } })
    const stream = new Blob([large]).stream()
    expect(await send('/api/users/me', { method: 'PUT', body: stream })).toMatchObject({ status: 413 })
  })

  test('names every invalid field without technical terms', async () => {
    const body = {
      name: '',
      category_ids: ['cs.LG', 'cs.LG'],
      preferences: { digest: { hour: 'seven' }, reading: { density: 'huge' }, shortcuts: 'yes' },
      interests: { keywords: [7] },
    }
    const { error } = await change(JSON.stringify(body))
    expect(error.fields).toEqual({
      name: 'The field "name" must be a text of 1 to 120 characters.',
      category_ids: 'The field "category_ids" must be a list of at most 500 different entries.',
      'preferences.digest.hour': 'The field "hour" must be a whole number from 0 to 23.',
      'preferences.reading.density': 'The field "density" must be one of comfortable, compact, headlines.',
      'preferences.shortcuts': 'The field "shortcuts" must be true or false.',
      'interests.keywords.0': 'The field "keywords" must be a text of 1 to 120 characters.',
    })
  })

  test('names the field of an invalid number, list entry or day', async () => {
    const cases = [
      ['/api/users/me/reading-list?skip=-1', { skip: 'The field "skip" must be a whole number of at least 0.' }],
      ['/api/users/me/reading-list?limit=%20', { limit: 'The field "limit" must be a whole number from 1 to 100.' }],
      [
        `/api/papers/search?q=x&category=${'c'.repeat(81)}`,
        { category: 'The field "category" must be a list of at most 40 different entries.' },
      ],
      [
        '/api/users/me/reading-list/export?format=csv&ids=a&ids=b,',
        { ids: 'The field "ids" must be a list of at most 100 different entries.' },
      ],
      ['/api/papers/search?q=x&from=2025-02-30', { from: 'There is no day 2025-02-30.' }],
      ['/api/users/me/ledger/2025-02-30/shown', { day: 'There is no day 2025-02-30.' }],
      ['/api/papers/search?q=%00', { q: 'The address of the request has a NUL character.' }],
    ] as const
    for (const [path, fields] of cases) expect(await send(path)).toMatchObject({ status: 422, error: { fields } })
  })

  test('for text that cannot be stored unchanged names its field', async () => {
    for (const text of ['a\\u0000b', 'a\\ud800b'])
      expect((await change(`{"interests":{"keywords":["${text}"]}}`)).error.fields).toEqual({
        'interests.keywords.0': 'The field "keywords" has a character that is not allowed.',
      })
  })

  test('names the unknown field of a body that has one of two forms', async () => {
    const { release } = as('admin').admin.suppressions
    for (const form of [{ cause: 'no-mailbox' } as const, { ids: ['ada@example.org'] }]) {
      expect((await release.post(Object.assign({ other: 1 }, form))).error?.value).toMatchObject({
        error: { fields: { other: 'The field "other" is not known here.' } },
      })
      expect((await release.post(form)).data).toEqual({ released: 0 })
    }
  })

  test('for a field without a name says so', async () => {
    for (const body of ['{"":null}', '{"interests":{"":["\\u0000"]}}'])
      expect((await change(body)).error.message).toBe('The name of a field is empty.')
  })

  test('for a body that is not JSON in UTF-8 is "unsupported-media-type"; JSON is understood however it is written', async () => {
    const body = '{"name":"Ada"}'
    for (const type of ['application/JSON; charset=UTF-8', ' application/json;charset="utf-8"'])
      expect(await send('/api/users/me', { method: 'PUT', body, headers: { 'content-type': type } })).toMatchObject({
        status: 200,
      })
    for (const type of ['text/plain', 'application/jsonp', 'application/json; charset=utf-16', ''])
      expect(await send('/api/users/me', { method: 'PUT', body, headers: { 'content-type': type } })).toMatchObject({
        status: 415,
        error: { code: 'unsupported-media-type' },
      })
  })

  test('for an unknown time zone or category names it', async () => {
    expect((await change('{"preferences":{"digest":{"time_zone":"Mars/Base"}}}')).error.fields).toEqual({
      'preferences.digest.time_zone': 'There is no time zone "Mars/Base".',
    })
    expect((await change('{"category_ids":["cs.NO","cs.LG"]}')).error.fields).toEqual({
      category_ids: 'There is no category "cs.NO".',
    })
  })

  test('of the server does not reveal its cause', async () => {
    const unreadable = Object.defineProperty(new Error('secret cause'), 'name', {
      get() {
        throw new Error('secret cause')
      },
    })
    for (const cause of [new Error('secret cause'), unreadable]) {
      const broken = { ...product.tokens, verifyIdToken: () => Promise.reject(cause) }
      const response = await createApp({ ...product, tokens: broken }).handle(
        new Request('http://localhost/api/auth/me', { headers: { authorization: 'Bearer x' } }),
      )
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        error: {
          code: 'internal',
          message: 'Something went wrong on our side.',
          request_id: response.headers.get('x-request-id')!,
        },
      })
    }
  })
})

describe('Every response', () => {
  test('has the security headers, also for errors', async () => {
    for (const path of ['/api/config', '/api/nothing', '/api/auth/me', '/api/docs', '/api/openapi.json']) {
      const { headers } = await read(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self' https://apis.google.com",
        expect.stringMatching(/^style-src-elem 'self'( 'sha256-[\w+/]{43}=')+$/),
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: https://*.googleusercontent.com",
        "font-src 'self'",
        "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
        "frame-src 'self' https://paperdawn-tests.firebaseapp.com",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ])
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-request-id')).not.toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('GET /api/config', () => {
  test('returns only the public configuration', async () => {
    const { data } = await signedOut.config.get()
    expect(data).toEqual({
      version: expect.any(String),
      firebase: { project_id: 'paperdawn-tests', api_key: 'test-key', auth_domain: 'paperdawn-tests.firebaseapp.com' },
      features: { demo_accounts: false, outbox_page: false, sample_library: true },
    })
  })
})

describe('The API documentation page', () => {
  test('loads nothing from other sites', async () => {
    const page = await read('/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBe(4)
    for (const address of addresses.filter((each) => each !== '/favicon.svg')) {
      expect(address).toStartWith('/api/docs/assets/')
      const { status } = await read(address)
      expect(status).toBe(200)
    }
    expect((await read('/api/docs/assets/start.js')).headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await read('/api/docs/assets/__proto__')).status).toBe(404)
    expect((await read('/api/docs/assets/..%2fpackage.json')).status).toBe(404)
  })
})
