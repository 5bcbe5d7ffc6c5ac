import { Elysia, t } from 'elysia'
import { PipelineTest, QuarantineList, QuarantineQuery, QuarantineRetried } from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import { FetchAllBody, FetchAllInput, FetchArxivBody, FetchArxivInput, WipeInput } from '../../../contract/pipeline.ts'
import {
  startFetchAll,
  startFetchArxiv,
  startProcessing,
  startLoadSamples,
  startRebuildIndex,
  startWipe,
} from '../../../services/schedule/requestJobs.ts'
import { testPipeline } from '../../../services/health/pipelineTest.ts'
import type { Product } from '../../../services/product.ts'
import { listQuarantine, retryQuarantined } from '../../../services/ingestion/quarantine.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')
const queued = { 202: Job, ...denied, ...failures('already-running') }
const queuedOrInvalid = { ...queued, ...failures('invalid-input') }

export const adminPipelineRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminPipeline', prefix: '/admin', tags: ['pipeline'] })
    .use(auth(product))
    .post('/process-papers', async ({ user, status }) => status(202, await startProcessing(user)), {
      role: 'admin',
      scope: 'admin:write',
      response: queued,
      detail: { summary: 'Categorise, index and deliver stored papers that are not processed yet' },
    })
    .get('/test-pipeline', () => testPipeline(product), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: PipelineTest, ...denied },
      detail: {
        summary: 'Test every stage of the pipeline on a few records',
        description: 'Stores nothing. A failed stage is reported in the response, not as an HTTP error.',
      },
    })
    .post(
      '/fetch-all-sources',
      async ({ user, query, body, status }) =>
        status(202, await startFetchAll(product.sources, user, { ...query, ...body })),
      {
        role: 'admin',
        scope: 'admin:write',
        query: FetchAllInput,
        body: t.Optional(FetchAllBody),
        response: queuedOrInvalid,
        detail: {
          summary: 'Fetch the announcements of every source, or of one',
          description:
            'Body fields override query parameters. 409 if a fetch is open already, or if the source is switched off.',
        },
      },
    )
    .post(
      '/fetch-arxiv',
      async ({ user, query, body, status }) =>
        status(202, await startFetchArxiv(product.sources, user, { ...query, ...body })),
      {
        role: 'admin',
        scope: 'admin:write',
        query: FetchArxivInput,
        body: t.Optional(FetchArxivBody),
        response: queuedOrInvalid,
        detail: {
          summary: 'Fetch and store the results of an arXiv search',
          description: "A query rejected by arXiv is 422 with arXiv's message. Body fields override query parameters.",
        },
      },
    )
    .post('/wipe-and-refetch', async ({ user, status }) => status(202, await startWipe(user)), {
      role: 'admin',
      scope: 'admin:write',
      body: WipeInput,
      response: queuedOrInvalid,
      detail: {
        summary: 'Fetch the last days again and delete papers that were not found again',
        description: 'Never deletes users, reading lists, notes or deliveries, nor the papers that they refer to.',
      },
    })
    .post('/load-samples', async ({ user, status }) => status(202, await startLoadSamples(user)), {
      role: 'admin',
      scope: 'admin:write',
      response: queued,
      detail: {
        summary: 'Load the invented sample papers',
        description: 'Only into an empty library. They are deleted when the first real announcement is stored.',
      },
    })
    .post('/rebuild-index', async ({ user, status }) => status(202, await startRebuildIndex(user)), {
      role: 'admin',
      scope: 'admin:write',
      response: queued,
      detail: {
        summary: 'Build the search index again from the stored papers',
        description:
          'Every machine builds its own again; the job ends with that of the machine that runs it. Searches use the old ' +
          'index until the new one is whole, and find newer papers then.',
      },
    })
    .get('/quarantine', ({ query }) => listQuarantine(query), {
      role: 'admin',
      scope: 'admin:read',
      query: QuarantineQuery,
      response: { 200: QuarantineList, ...denied, ...failures('invalid-input') },
      detail: { summary: 'List records that could not be parsed, newest first' },
    })
    .post('/quarantine/:id/retry', ({ params }) => retryQuarantined(product.sources, params.id), {
      role: 'admin',
      scope: 'admin:write',
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) }),
      response: { 200: QuarantineRetried, ...denied, ...failures('not-found', 'invalid-input', 'source-unavailable') },
      detail: { summary: 'Fetch a quarantined record from its source again' },
    })
