import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createServer } from '#api/http/server.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { useApp } from '#tests/support/app.ts'
import { runScript } from '#tests/support/process.ts'

const { app, product, tokenOf } = useApp()

/** JavaScript uses these keys when it prints, serialises or awaits an object, or looks up its prototype. */
const KEYS = ['toString', 'valueOf', 'toLocaleString', '__proto__', 'constructor', 'prototype', 'then', 'toJSON']
const HOSTS = ['a@b', 'a b', '[', '[::1', 'a:99999', 'a:b', 'http://a', '%00', '\\', '?', '#', 'a/b', '<a>', 'a?b', '']

const routes = app.routes.map(({ method, path, hooks }) => ({
  name: `${method} ${path}`,
  method,
  path: path.replace(/:\w+\??/g, 'x'),
  fields: (part: 'body' | 'query') =>
    Object.keys((hooks[part] as { properties?: object } | undefined)?.properties ?? {}),
}))
const nonGetRoutes = routes.filter(({ method }) => method !== 'GET')

/** Returns a description of the fault if the response is not a complete 4xx error, else undefined. */
function faultOf({ status, text, id }: { status: number; text: string; id: string | null }): string | undefined {
  if (status < 400 || status >= 500 || !text.startsWith('{')) return `${status} ${text}`
  const { error } = JSON.parse(text) as { error: Record<string, unknown> }
  const complete = typeof error['code'] === 'string' && typeof error['message'] === 'string'
  return complete && error['request_id'] === id ? undefined : text
}

async function request(path: string, init: RequestInit) {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}`, ...(init.headers as object) }
  const response = await app.handle(new Request(`http://localhost${path}`, { ...init, headers }))
  return { status: response.status, text: await response.text(), id: response.headers.get('x-request-id') }
}

test('Every route is covered by these tests', () => {
  expect(routes.length).toBeGreaterThan(60)
  expect(nonGetRoutes.flatMap(({ fields }) => fields('body')).length).toBeGreaterThan(30)
})

describe('Every non-GET route rejects', () => {
  for (const key of KEYS)
    test(`an object with the key "${key}" instead of any field or the body`, async () => {
      const faults: string[] = []
      const hostile = `{"${key}":1}`
      for (const { name, method, path, fields } of nonGetRoutes) {
        const bodies = fields('body').flatMap((field) => [`{"${field}":${hostile}}`, `{"${field}":[${hostile}]}`])
        for (const body of [hostile, `[${hostile}]`, ...bodies]) {
          const fault = faultOf(await request(path, { method, body, headers: { 'content-type': 'application/json' } }))
          if (fault !== undefined) faults.push(`${name} ${body}: ${fault}`)
        }
      }
      expect(faults).toEqual([])
    })

  test('a form instead of JSON', async () => {
    const faults: string[] = []
    for (const { name, method, path, fields } of nonGetRoutes) {
      const [field] = fields('body')
      if (field === undefined) continue
      const form = new FormData()
      form.set(field, '{"toString":1}')
      const fault = faultOf(await request(path, { method, body: form }))
      if (fault !== undefined) faults.push(`${name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
})

describe('Every route', () => {
  test('rejects a NUL character in its query', async () => {
    const faults: string[] = []
    for (const { name, method, path, fields } of routes)
      for (const field of ['x', ...fields('query')]) {
        const fault = faultOf(await request(`${path}?${field}=%00`, { method }))
        if (fault !== undefined) faults.push(`${name} ${field}: ${fault}`)
      }
    expect(faults).toEqual([])
  })

  test('treats a hostile object in its query as text', async () => {
    await catchUp(product)
    const faults: string[] = []
    for (const { name, method, path, fields } of routes.filter((route) => route.method === 'GET'))
      for (const field of fields('query'))
        for (const value of ['{"toString":1}', '[{"toString":1}]']) {
          const response = await request(`${path}?${field}=${encodeURIComponent(value)}`, { method })
          const fault = response.status < 400 ? undefined : faultOf(response)
          if (fault !== undefined) faults.push(`${name} ${field}=${value}: ${fault}`)
        }
    expect(faults).toEqual([])
  })
})

describe('Over a socket', () => {
  const servers: { stop(closeAll: boolean): unknown }[] = []
  let port: number

  /** Starts the product's server and returns its port. `broken` wraps its request handler. */
  const listen = async (broken?: () => never) => {
    const server = await createServer(product, 'a folder that does not exist')
    if (broken !== undefined) server.wrap(() => broken)
    server.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
    servers.push(server)
    return server.server!.port!
  }

  beforeAll(async () => {
    port = await listen()
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop(true))))

  const send = (lines: readonly string[], to = port) =>
    new Promise<{ status: number; text: string; id: string | null }>((resolve, reject) => {
      let received = ''
      const socket = connect(to, '127.0.0.1', () => {
        socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
      })
      socket.on('data', (bytes) => {
        received += bytes.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', text = ''] = received.split('\r\n\r\n')
        resolve({
          status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]),
          text,
          id: /x-request-id: (\S+)/i.exec(head)?.[1] ?? null,
        })
      })
    })

  test('every route rejects a malformed Host header', async () => {
    const faults: string[] = []
    const everyRoute = routes.map((route) => ({ ...route, host: 'a@b' }))
    const otherPaths = ['/api/config', '/api/none', '/'].map((path) => ({ method: 'GET', path }))
    const everyHost = HOSTS.flatMap((host) => otherPaths.map((route) => ({ ...route, host })))
    for (const { method, path, host } of [...everyRoute, ...everyHost]) {
      const fault = faultOf(await send([`${method} ${path} HTTP/1.1`, `Host: ${host}`]))
      if (fault !== undefined) faults.push(`${host} ${method} ${path}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  test('valid Host headers are accepted', async () => {
    for (const host of [
      'localhost',
      '127.0.0.1:3000',
      '[::1]',
      '[::1]:3000',
      'papers.example.org',
      'xn--bcher-kva.example',
    ])
      expect((await send(['GET /api/config HTTP/1.1', `Host: ${host}`])).status).toBe(200)
  })

  test('malformed request headers do not cause a server error', async () => {
    for (const header of [
      'Cookie: a=%; __proto__=1; =;',
      'Authorization: Bearer \\',
      'X-Forwarded-For: ,,{"toString":1}',
      'X-Request-Id: {"toString":1}',
      'If-None-Match: "',
      'Accept-Encoding: ;;q=',
      'Range: bytes=9-1',
      'Content-Type: application/json; charset=',
    ])
      expect((await send(['GET /api/config HTTP/1.1', 'Host: localhost', header])).status).toBe(200)
  })

  test('an error outside the error handler has the same response shape, whatever was thrown', async () => {
    const unreadable = Object.defineProperty(new Error('x'), 'stack', {
      get() {
        throw new Error('not even a stack')
      },
    })
    for (const thrown of [new Error('x'), unreadable, 'text', undefined, { message: { toString: 1 } }]) {
      const broken = await listen(() => {
        throw thrown
      })
      const { status, text, id } = await send(['GET /api/config HTTP/1.1', 'Host: localhost'], broken)
      expect(status).toBe(500)
      expect(JSON.parse(text)).toEqual({
        error: { code: 'internal', message: 'Something went wrong on our side.', request_id: id },
      })
    }
  })
})

test('An error outside the error handler is logged as one JSON line with its request id', async () => {
  await using script = runScript(
    `import { toUnhandledErrorResponse } from '#api/http/plugins/errors.ts'
    const unreadable = Object.defineProperty(new Error('x'), 'stack', { get() { throw new Error('y') } })
    for (const thrown of [new Error('first'), unreadable])
      console.log((await toUnhandledErrorResponse(thrown).json()).error.request_id)`,
    { env: { ...process.env, LOG_LEVEL: 'error' } },
  )
  for (const message of ['a request failed outside the error handler', 'its error cannot be logged']) {
    const line = JSON.parse((await script.nextLine()) ?? '') as Record<string, unknown>
    expect(line).toMatchObject({ level: 'error', msg: expect.stringContaining(message) })
    expect(line['request_id']).toBe((await script.nextLine())!)
  }
  expect(await script.nextLine()).toBeUndefined()
})
