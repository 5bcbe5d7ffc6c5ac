import { openapi } from '@elysia/openapi'
import { FormatRegistry } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import { version } from '../../../../package.json'
import { failures } from '../../../contract/errors.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { isDay } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Product } from '../../../services/product.ts'
import { html, htmlPage } from '../../page.ts'
import { auth } from '../../plugins/auth.ts'
import { completeDocument, type OpenApiDocument } from './openApiDocument.ts'

// When it is loaded, the package sets a check of days that makes a new Zod schema for each day of each response.
FormatRegistry.Set('date', isDay)

/** Files of Swagger UI, served from its package: the page loads nothing from other sites, as the CSP requires. */
const ASSETS: Record<string, { file: string; type: string }> = {
  'swagger-ui.css': { file: 'swagger-ui-dist/swagger-ui.css', type: 'text/css; charset=utf-8' },
  'swagger-ui.js': { file: 'swagger-ui-dist/swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
}
const START_SCRIPT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true })`
const STYLE = html`<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />`
const BODY = html`<div id="docs"></div>
  <script src="/api/docs/assets/swagger-ui.js"></script>
  <script src="/api/docs/assets/start.js"></script>`

export const docsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.docs' })
    .use(auth(product))
    .get('/docs', () => htmlPage('Paperdawn API', BODY, { head: STYLE }), {
      role: 'public',
      response: { 200: textOf('text/html') },
      detail: { tags: ['docs'], summary: 'API documentation page' },
    })
    .get('/docs/assets/:name', ({ params }) => readAsset(params.name), {
      role: 'public',
      params: t.Object({ name: t.String() }),
      response: { 200: textOf('text/css', 'text/javascript'), ...failures('not-found') },
      detail: { tags: ['docs'], summary: 'Script or style sheet of the API documentation page' },
    })

/** OpenAPI document of all routes, generated from the schemas that validate them. */
export const apiDescription = new Elysia({ name: 'apiDescription' })
  .onAfterHandle(({ responseValue }) => completeOnce(responseValue as OpenApiDocument))
  .use(
    openapi({
      path: '/docs',
      provider: null,
      specPath: '/openapi.json',
      documentation: {
        info: { title: 'Paperdawn', version, description: 'New research papers, every announcement day.' },
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer', description: 'A Firebase ID token or a terminal token.' },
            personalToken: {
              type: 'http',
              scheme: 'bearer',
              description: 'A personal token that has the named scope; see `x-scope`.',
            },
          },
        },
      },
    }),
  )

const completed = new WeakMap<OpenApiDocument, OpenApiDocument>()

/** The generator returns the same object for every request. */
function completeOnce(generated: OpenApiDocument): OpenApiDocument {
  const document = completed.get(generated) ?? completeDocument(generated)
  completed.set(generated, document)
  return document
}

function readAsset(name: string): Response {
  const headers = { 'cache-control': 'public, max-age=3600' }
  if (name === 'start.js')
    return new Response(START_SCRIPT, { headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' } })
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (asset === undefined) throw new AppError('not-found', 'There is nothing at this address.')
  const file = Bun.file(new URL(import.meta.resolve(asset.file)))
  return new Response(file, { headers: { ...headers, 'content-type': asset.type } })
}
