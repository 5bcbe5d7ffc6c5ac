import { ErrorBody } from '../../../contract/errors.ts'

interface Content {
  [mediaType: string]: { schema: Schema }
}
interface Response {
  description: string
  content?: Content
}
interface Operation {
  parameters?: { schema: Schema }[]
  requestBody?: { content: Content }
  'x-role'?: string
  security?: unknown
  /** Set by the option `role`. */
  'x-request-body'?: { content: Content }
  responses?: Record<string, Response>
}
/** A JSON schema. */
type Schema = Record<string, unknown>

export interface OpenApiDocument {
  components: { schemas?: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/**
 * Corrects what the generator cannot know or writes in the way of another version: schemas are those of OpenAPI 3.1
 * (see `toStandardSchema`), a 204 and a 431 have no content, request bodies are JSON (it does not know the parser in
 * `bodies`), other bodies have the media types of `textOf`, and every operation can fail with an `ErrorBody` of any
 * other status, for example 413, 422 or 503.
 */
export function completeDocument({ paths, components, ...rest }: OpenApiDocument): OpenApiDocument {
  return {
    ...rest,
    components: { ...components, schemas: { ...components.schemas, ErrorBody: toStandardSchema(ErrorBody) } },
    paths: mapValues(paths, (methods) => mapValues(methods, completeOperation)),
  }
}

function completeOperation({
  'x-request-body': body,
  security,
  parameters,
  responses = {},
  ...rest
}: Operation): Operation {
  const requestBody = body ?? rest.requestBody
  const failure = isPage(responses) ? { ...jsonFailure, ...htmlFailure } : jsonFailure
  const complete = (response: Response, status: string) => completeResponse(response, status, failure)
  return {
    ...rest,
    // A token adds to the response of a public route, but is not needed.
    ...(rest['x-role'] !== 'public' && security !== undefined && { security }),
    ...(parameters && { parameters: parameters.map((parameter) => ({ ...parameter, ...toStandard(parameter) })) }),
    ...(requestBody && { requestBody: { ...requestBody, content: mapValues(requestBody.content, toStandard) } }),
    responses: {
      ...mapValues(responses, complete),
      431: HEADERS_TOO_LARGE,
      default: { description: 'Any other failure', content: failure },
    },
  }
}

/** The HTTP server answers by itself, before the product sees the request. */
const HEADERS_TOO_LARGE: Response = { description: 'The address and headers have more than 16 KB. No content.' }
const jsonFailure: Content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
const htmlFailure: Content = { 'text/html': { schema: { type: 'string' } } }

/** The pages of links in mails are pages when they fail, too. */
const isPage = (responses: Record<string, Response>): boolean =>
  Object.values(responses['200']?.content ?? {}).some(({ schema }) => mediaTypesOf(schema)?.includes('text/html'))

const mediaTypesOf = (schema: Schema) => schema['mediaTypes'] as string[] | undefined

function completeResponse({ content = {}, ...rest }: Response, status: string, failure: Content): Response {
  if (status === '204') return { description: 'Done. No content.' }
  const contents = Object.entries(content).map(([generated, { schema }]) =>
    schema['title'] === ErrorBody.title ? failure : contentOf(schema, generated),
  )
  return { ...rest, content: Object.assign({}, ...contents) as Content }
}

/** The content of a body that is not JSON has the media types of `textOf`. */
function contentOf(schema: Schema, generated: string): Content {
  const mediaTypes = mediaTypesOf(schema)
  if (mediaTypes === undefined) return { [generated]: { schema: toStandardSchema(schema) } }
  // The text of a file in JSON is any value.
  return Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: type.endsWith('json') ? {} : { type: 'string' } }]),
  )
}

const toStandard = ({ schema }: Content[string]) => ({ schema: toStandardSchema(schema) })

/**
 * A schema as JSON Schema 2020-12, which OpenAPI 3.1 uses: a tuple has `prefixItems`, null is a type, and a number is a
 * number, where the generator also allows the text that Elysia converts.
 */
function toStandardSchema(schema: Schema): Schema {
  const { nullable: _null, additionalItems: _items, error: _sentence, ...rest } = schema
  const { items, anyOf } = rest
  if (Array.isArray(anyOf)) {
    const { anyOf: _anyOf, ...shared } = rest
    const kept = (anyOf as Schema[]).filter(({ type, format }) => type !== 'string' || !NUMBER_TEXTS.has(format))
    if (kept.length === 1) return { ...shared, ...toStandardSchema(kept[0]!) }
  }
  const standard = Array.isArray(items) ? { ...rest, items: undefined, prefixItems: items } : rest
  return mapValues(standard, (value, key) =>
    FIELDS.has(key) ? mapValues(value as Record<string, Schema>, toStandardSchema) : toStandardValue(value),
  )
}

/** Keywords whose keys are names of fields or patterns for them. */
const FIELDS = new Set(['properties', 'patternProperties'])

/** Formats with which Elysia marks a text that it converts to a number. */
const NUMBER_TEXTS = new Set<unknown>(['integer', 'numeric'])

function toStandardValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStandardValue)
  return typeof value === 'object' && value !== null ? toStandardSchema(value as Schema) : value
}

const mapValues = <In, Out>(record: Record<string, In>, map: (value: In, key: string) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
