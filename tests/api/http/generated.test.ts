import { Validator } from '@seriousme/openapi-schema-validator'
import { Value } from '@sinclair/typebox/value'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'bun:test'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import {
  generateRequests,
  toTypeBox,
  type GeneratedRequest,
  type Operation,
} from '#tests/api/support/generatedRequests.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'

const COUNT = sized({ short: 4_000, long: 20_000, everything: 200_000 })
const SEED = Number(process.env['GENERATED_SEED'] ?? 20_261_122)
/** Several tests, for on a slow machine all requests take longer than one test may. */
const TESTS = 8
const EACH = Math.ceil(COUNT / TESTS)
const SEEDS = Array.from({ length: TESTS }, (_, index) => SEED + index)

const { app, as, tokenOf } = useApp()
const READERS = ['ada', 'ben', 'admin']
/** Callers of the requests: these, one without a token and one with a bad one. */
const CALLERS = READERS.length + 2
/** They would connect to generated hosts, or end the sign-in of the callers. */
const LEFT_OUT = new Set(['/api/admin/email-config/test', '/api/users/me/sign-out-everywhere', '/api/auth/session'])

/** 503 is right for them: the product of the tests has no worker and no source. */
const UNAVAILABLE = new Set(['/api/health/ready', '/api/admin/fetch-arxiv'])

const canaryOf = (name: string) => `canary-${name}-5f1c`

type OpenApiDocument = {
  components: { schemas: Record<string, object> }
  paths: Record<string, Record<string, Omit<Operation, 'path'>>>
}

const readDocument = async () =>
  (await (await app.handle(new Request('http://localhost/api/openapi.json'))).json()) as OpenApiDocument

async function readOperations(): Promise<Operation[]> {
  const document = await readDocument()
  const { paths } = resolveReferences(document, document.components.schemas)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

function resolveReferences<Value>(value: Value, schemas: Record<string, object>): Value {
  const prefix = '#/components/schemas/'
  const resolve = (_: string, inner: unknown) => {
    const { $ref } = (inner ?? {}) as { $ref?: string }
    return $ref?.startsWith(prefix) ? schemas[$ref.slice(prefix.length)] : inner
  }
  return JSON.parse(JSON.stringify(value, resolve)) as Value
}

test('The OpenAPI document is valid, and its schemas are JSON Schema 2020-12', async () => {
  const document = await readDocument()
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  const ajv = new Ajv2020({ strict: true, validateFormats: false })
  const schemas = (await readOperations()).flatMap(({ parameters = [], requestBody, responses }) => [
    ...parameters.map(({ schema }) => schema),
    ...[requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.values(body?.content ?? {}).map(({ schema }) => schema),
    ),
  ])
  expect(schemas.length).toBeGreaterThan(300)
  for (const schema of new Set(schemas.map((each) => JSON.stringify(each)))) ajv.compile(JSON.parse(schema))
})

test('The OpenAPI document is consistent', async () => {
  const operations = await readOperations()
  const faults = operations.flatMap(({ method, path, parameters = [], requestBody, responses }) => {
    const name = `${method} ${path}`
    const declared = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    return [
      ...(declared.toSorted().join() === inPath.toSorted().join() ? [] : [`${name}: path parameters`]),
      ...(requestBody === undefined || requestBody.content?.['application/json'] ? [] : [`${name}: body`]),
      ...(responses['204']?.content === undefined ? [] : [`${name}: content of 204`]),
      ...(responses['default']?.content === undefined ? [`${name}: failures`] : []),
      ...(parameters.some((parameter) => parameter.name === 'limit') ? findMissingOfList(responses, name) : []),
    ]
  })
  expect(operations.filter(({ requestBody }) => requestBody !== undefined).length).toBeGreaterThan(20)
  expect(faults).toEqual([])
})

/** A route with the parameter `limit` answers a list. */
function findMissingOfList(responses: Operation['responses'], name: string): string[] {
  const required = responses['200']?.content?.['application/json']?.schema.required ?? []
  const missing = ['items', 'total', 'limit'].filter((field) => !required.includes(field))
  if (!required.includes('skip') && !required.includes('offset')) missing.push('skip or offset')
  return missing.map((field) => `${name}: list without ${field}`)
}

test.each(SEEDS)(
  `${EACH} requests generated with seed %d get answers of their schemas, and nothing of other readers`,
  async (seed) => {
    const ids = await fill()
    const operations = (await readOperations()).filter(({ path }) => !LEFT_OUT.has(path))
    const schemas = new Map(operations.map((operation) => [operation, schemasOf(operation)]))
    const faults: string[] = []
    const statuses = new Map<number, number>()
    for (const request of generateRequests(operations, { ids, callers: CALLERS, count: EACH, seed })) {
      const response = await app.handle(await toRequest(request))
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const fault = await findFault(request, response, schemas.get(request.operation)!)
      if (fault === undefined) continue
      const { operation, path, body, mediaType, caller } = request
      faults.push(
        `${fault}\n${operation.method} ${path.slice(0, 300)} as ${caller}, ${mediaType}: ${body?.slice(0, 300)}`,
      )
    }
    // Otherwise the requests do not reach the services.
    expect(statuses.get(200)).toBeGreaterThan(EACH / 8)
    expect(statuses.get(422)).toBeGreaterThan(EACH / 10)
    expect(faults.slice(0, 20)).toEqual([])
  },
)

/** Gives each reader data of their own with a canary in each text. Returns ids for the paths of the requests. */
async function fill(): Promise<string[]> {
  await storePapers([1, 2, 3])
  await recordDay('2026-11-20')
  const ids = [encodeURIComponent(paperId(1)), paperId(2), 'arxiv', 'x']
  for (const name of READERS) {
    const canary = canaryOf(name)
    const reader = as(name)
    const { data: user } = await reader.users.me.put({ category_ids: ['cs.LG'], interests: { keywords: [canary] } })
    await reader.categories.post({ name: canary, query: canary, description: canary })
    const saved = await reader.users.me['reading-list'].post({ paper_id: paperId(1), notes: canary, tags: [canary] })
    ids.push(saved.data!.id)
    // Not the ids of the callers: a disabled caller could not reach anything.
    expect(user?.interests.keywords).toEqual([canary])
  }
  return ids
}

async function toRequest({ operation, path, body, mediaType, header, caller }: GeneratedRequest): Promise<Request> {
  const headers = new Headers({ [header[0]]: header[1] })
  const reader = READERS[caller]
  if (caller !== READERS.length)
    headers.set('authorization', `Bearer ${reader === undefined ? 'e30.e30.' : await tokenOf(reader)}`)
  if (body !== undefined) headers.set('content-type', mediaType)
  return new Request(`http://localhost${path}`, {
    method: operation.method,
    headers,
    ...(body !== undefined && { body }),
  })
}

const schemasOf = ({ responses }: Operation) =>
  new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return [status, schema === undefined ? undefined : toTypeBox(schema)] as const
    }),
  )

async function findFault(
  { operation, caller }: GeneratedRequest,
  response: Response,
  schemas: ReturnType<typeof schemasOf>,
): Promise<string | undefined> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return void (await response.body?.cancel())
  const text = await response.text()
  const { status } = response
  const answer = `${status} ${text.slice(0, 500)}`
  if (status >= 500 && !(status === 503 && UNAVAILABLE.has(operation.path))) return answer
  if (READERS.some((name, index) => index !== caller && text.includes(canaryOf(name)))) return `canary in ${answer}`
  const declared = operation.responses[status] ?? operation.responses['default']
  const [mediaType = ''] = type.split(';')
  if (status !== 204 && status !== 304 && !Object.hasOwn(declared?.content ?? {}, mediaType))
    return `media type ${type} of ${operation.method} ${operation.path}: ${answer}`
  if (mediaType !== 'application/json') return status < 400 || mediaType === 'text/html' ? undefined : answer
  const schema = schemas.has(String(status)) ? schemas.get(String(status)) : schemas.get('default')
  const value = JSON.parse(text) as { error?: { fields?: object; message: string } }
  if (schema !== undefined && !Value.Check(schema, value))
    return `${Value.Errors(schema, value).First()?.path} of ${answer}`
  if (!text.isWellFormed() || /\\ud[89a-f]/i.test(text)) return `lone surrogate in ${answer}`
  const names = Object.keys(value.error?.fields ?? {})
  if (status === 422 && (names.length === 0 || names.includes('') || value.error?.message.includes('""')))
    return `no field in ${answer}`
  return undefined
}
