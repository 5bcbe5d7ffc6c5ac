import { Elysia, t } from 'elysia'
import {
  FetchAllBody,
  FetchAllInput,
  FetchArxivBody,
  FetchArxivInput,
  PipelineTest,
  QuarantineList,
  QuarantineQuery,
  QuarantineRetried,
  WipeInput,
} from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import {
  startFetchAll,
  startFetchArxiv,
  startProcessing,
  startSamples,
  startWipe,
} from '../../../services/operations/requestJobs.ts'
import { testPipeline } from '../../../services/operations/pipelineTest.ts'
import type { Product } from '../../../services/product.ts'
import { listQuarantine, retryQuarantined } from '../../../services/ingestion/quarantine.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')
const queued = { 202: Job, ...denied, ...failures('already-running') }
const queuedOrWrong = { ...queued, ...failures('invalid-input') }

export const adminPipelineRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminPipeline', prefix: '/admin', tags: ['pipeline'] })
    .use(auth(product))
    .post(
      '/process-papers',
      ({ user, set }) => {
        set.status = 202
        return startProcessing(user)
      },
      {
        role: 'admin',
        response: queued,
        detail: { summary: 'Categorise, index and deliver what is stored and not yet processed' },
      },
    )
    .get('/test-pipeline', () => testPipeline(product), {
      role: 'admin',
      response: { 200: PipelineTest, ...denied },
      detail: {
        summary: 'Try every stage on a handful of records',
        description: 'Writes nothing. A stage that fails is an answer, not an HTTP error.',
      },
    })
    .post(
      '/fetch-all-sources',
      ({ user, query, body, set }) => {
        set.status = 202
        return startFetchAll(user, { ...query, ...body })
      },
      {
        role: 'admin',
        query: FetchAllInput,
        body: t.Optional(FetchAllBody),
        response: queuedOrWrong,
        detail: { summary: 'Fetch the announcements of every source', description: 'Fields of the body win.' },
      },
    )
    .post(
      '/fetch-arxiv',
      ({ user, query, body, set }) => {
        set.status = 202
        return startFetchArxiv(product, user, { ...query, ...body })
      },
      {
        role: 'admin',
        query: FetchArxivInput,
        body: t.Optional(FetchArxivBody),
        response: queuedOrWrong,
        detail: {
          summary: "Store what arXiv's own search finds",
          description: "A query that arXiv refuses is 422 with arXiv's words. Fields of the body win.",
        },
      },
    )
    .post(
      '/wipe-and-refetch',
      ({ user, set }) => {
        set.status = 202
        return startWipe(user)
      },
      {
        role: 'admin',
        body: WipeInput,
        response: queuedOrWrong,
        detail: {
          summary: 'Fetch the last days anew and remove what was not met again',
          description: 'Never touches users, lists, notes or deliveries, nor the papers that they refer to.',
        },
      },
    )
    .post(
      '/load-samples',
      ({ user, set }) => {
        set.status = 202
        return startSamples(user)
      },
      {
        role: 'admin',
        response: queued,
        detail: {
          summary: 'Load the invented sample papers',
          description: 'For an empty library only; they leave when a real announcement arrives.',
        },
      },
    )
    .get('/quarantine', ({ query }) => listQuarantine(query), {
      role: 'admin',
      query: QuarantineQuery,
      response: { 200: QuarantineList, ...denied, ...failures('invalid-input') },
      detail: { summary: 'Records that could not be understood, newest first' },
    })
    .post('/quarantine/:id/retry', ({ params }) => retryQuarantined(product, params.id), {
      role: 'admin',
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) }),
      response: { 200: QuarantineRetried, ...denied, ...failures('not-found', 'invalid-input', 'source-unavailable') },
      detail: { summary: 'Ask the source for such a record once more' },
    })
