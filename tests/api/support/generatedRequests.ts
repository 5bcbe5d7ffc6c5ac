import { Kind, type TSchema } from '@sinclair/typebox'
import * as fc from 'fast-check'

/** JSON schema of the OpenAPI document. */
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
export interface Operation {
  method: string
  path: string
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface GeneratedRequest {
  operation: Operation
  path: string
  body: string | undefined
  mediaType: string
  header: readonly [name: string, value: string]
  caller: number
}

/** Keys that JavaScript or MongoDB reads in an object: a prototype, a conversion, an operator, a path. */
const KEYS = ['__proto__', 'constructor', 'toString', 'toJSON', 'then', 'prototype', '$where', '$ne', 'a.b', '', '\0']
const TEXTS = [
  ...KEYS,
  '\ud800',
  'a\udc00b',
  '\u202e\u0000',
  '%00',
  '%',
  '%E0%A4%A',
  '../../etc/passwd',
  "'; --",
  '[',
  '(((',
  '*',
  'NaN',
  'null',
  '2025-02-30',
  '9999-12-31',
  '0000-01-01',
  '{"toString":1}',
  '🧪'.repeat(300),
  'x'.repeat(5_000),
]
const NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE]
const MEDIA_TYPES = [
  ...Array.from({ length: 12 }, () => 'application/json'),
  'application/JSON; charset=UTF-8',
  'application/json;charset=utf-16',
  'application/jsonp',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  ';',
]
const HEADERS = [
  ['x-request-id', '{"toString":1}'],
  ['x-forwarded-for', ',,a@b'],
  ['accept', 'application/xml;q=NaN'],
  ['if-none-match', '"'],
  ['range', 'bytes=9-1'],
  ['cookie', 'a=%; __proto__=1'],
  ['x-http-method-override', 'DELETE'],
] as const

const BATCH = 1_000

const hostileText = fc.constantFrom(...TEXTS)
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...NUMBERS, null, true, [], {}, [[]], [null]),
  fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom<unknown>(1, null, {}, []), { noNullPrototype: true }),
  fc.constant(JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)),
)

/** Values that `schema` accepts, more or less; one in ten is hostile instead, at any depth. */
const valuesOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: expected(schema) }, { weight: 1, arbitrary: hostile })

function expected(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(expected))
  if (schema.type === 'object') return objectsOf(schema)
  if (schema.type === 'array') {
    const items = schema.prefixItems?.[0] ?? schema.items
    return fc.array(items === undefined ? hostile : valuesOf(items), { maxLength: 4 })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  if (schema.format === 'date') return fc.constantFrom('2026-11-18', '2026-11-20', '2024-02-29')
  if (schema.type === 'string') return textsOf(schema)
  return hostile
}

function objectsOf({ properties = {}, patternProperties, required = [] }: Schema): fc.Arbitrary<unknown> {
  const [pattern] = Object.values(patternProperties ?? {})
  if (pattern !== undefined) return fc.dictionary(hostileText, valuesOf(pattern), { maxKeys: 3 })
  const fields = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) })
}

function numbersOf({ minimum = -10, maximum = 1_000_000 }: Schema): fc.Arbitrary<unknown> {
  const limits = [minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5]
  return fc.oneof(fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }), fc.constantFrom(...limits))
}

function textsOf({ minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const ordinary = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
  const limits = [minLength, maxLength, maxLength + 1]
    // Texts of the size of a file would take most of the time of the test.
    .filter((length) => length <= 70_000)
    .map((length) => 'y'.repeat(Math.max(0, length)))
  return fc.oneof(ordinary, fc.constantFrom('cs.LG', 'cs.LG,cs.AI,', 'paper', ...limits))
}

/**
 * Requests to all operations, made from the schemas of the OpenAPI document. `ids` are values for the path parameters;
 * `caller` is a number from 0 to `callers` - 1. The same `seed` gives the same requests.
 */
export function* generateRequests(
  operations: readonly Operation[],
  { ids, callers, count, seed }: { ids: readonly string[]; callers: number; count: number; seed: number },
): Iterable<GeneratedRequest> {
  const requests = operations.map((operation) => {
    const parameters = operation.parameters ?? []
    const values = parameters.map((parameter) => [parameter.name, valueOfParameter(parameter, ids)] as const)
    const schema = operation.requestBody?.content?.['application/json']?.schema
    return fc.record({
      operation: fc.constant(operation),
      path: fc.record(Object.fromEntries(values)).map((chosen) => toPath(operation, chosen)),
      body: schema === undefined ? fc.constant(undefined) : bodiesOf(schema),
      mediaType: fc.constantFrom(...MEDIA_TYPES),
      header: fc.constantFrom(...HEADERS),
      caller: fc.nat(callers - 1),
    })
  })
  // A long run has more of them than fit into the memory at once.
  for (let made = 0; made < count; made += BATCH)
    yield* fc.sample(fc.oneof(...requests), { numRuns: Math.min(BATCH, count - made), seed: seed + made })
}

const valueOfParameter = (parameter: { in: string; required: boolean; schema: Schema }, ids: readonly string[]) => {
  const { schema } = parameter
  if (parameter.in !== 'path') return parameter.required ? valuesOf(schema) : fc.option(valuesOf(schema), { nil: null })
  if (schema.format !== undefined || schema.enum !== undefined) return valuesOf(schema)
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostileText })
}

const bodiesOf = (schema: Schema) =>
  fc.oneof(
    { weight: 20, arbitrary: valuesOf(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '\0', '[', '"\\ud800"', '{"__proto__":{}}', 'x'.repeat(70_000)) },
  )

function toPath({ path, parameters = [] }: Operation, values: Record<string, unknown>): string {
  const query = parameters
    .filter(({ name, in: where }) => where === 'query' && values[name] !== null)
    .flatMap(({ name }) => [values[name]].flat().map((value) => `${name}=${encode(value)}`))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name]) || 'x')
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Text that is percent-encoding already, valid or not, is sent as it is. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.startsWith('%') ? text : encodeURIComponent(text.toWellFormed())
}

const KINDS: Record<string, string> = {
  string: 'String',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Boolean',
  null: 'Null',
}

/** Returns the TypeBox schema of a JSON schema, so that its values can be checked. */
export function toTypeBox(schema: Schema): TSchema {
  const as = (kind: string, changes: object = {}) => ({ ...schema, ...changes, [Kind]: kind }) as TSchema
  if (schema.const !== undefined) return as('Literal')
  if (schema.enum !== undefined) return as('Union', { anyOf: schema.enum.map((only) => toTypeBox({ const: only })) })
  if (schema.anyOf !== undefined) return as('Union', { anyOf: schema.anyOf.map(toTypeBox) })
  if (schema.type === 'array')
    return schema.prefixItems !== undefined
      ? as('Tuple', { items: schema.prefixItems.map(toTypeBox), additionalItems: false })
      : as('Array', { items: toTypeBox(schema.items ?? {}) })
  const convert = (record: Record<string, Schema> = {}) =>
    Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, toTypeBox(inner)]))
  if (schema.patternProperties !== undefined)
    return as('Record', { patternProperties: convert(schema.patternProperties) })
  if (schema.type === 'object') return as('Object', { properties: convert(schema.properties) })
  return as(KINDS[schema.type ?? ''] ?? 'Unknown')
}
