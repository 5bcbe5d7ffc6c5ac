import { Elysia, sse, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { Job, JobList, JobQuery } from '../../../contract/jobs.ts'
import { cancelJob, getJob, listJobs, retryJob, watchJob } from '../../../services/jobs/jobs.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const JobPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const adminJobsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminJobs', prefix: '/admin/jobs', tags: ['jobs'] })
    .use(auth(product))
    .get('', ({ query }) => listJobs(query), {
      role: 'admin',
      query: JobQuery,
      response: { 200: JobList, ...denied },
      detail: { summary: 'Jobs, newest first' },
    })
    .get('/:id', ({ params }) => getJob(params.id), {
      role: 'admin',
      params: JobPath,
      response: { 200: Job, ...missing },
      detail: { summary: 'One job' },
    })
    .get(
      '/:id/events',
      async ({ params, request }) => {
        // Asked first, so that an unknown job is an ordinary 404 and not a stream that breaks off.
        await getJob(params.id)
        return tellEvents(params.id, request.signal)
      },
      {
        role: 'admin',
        params: JobPath,
        response: { 200: t.Unknown({ description: 'text/event-stream' }), ...missing },
        detail: {
          summary: 'A job as it goes on, as server-sent events',
          description:
            'Event "job" with the job now and after each change, "end" when it has ended; "ping" in between.',
        },
      },
    )
    .post('/:id/cancel', ({ params }) => cancelJob(params.id), {
      role: 'admin',
      params: JobPath,
      response: { 200: Job, ...missing },
      detail: {
        summary: 'Stop a job',
        description:
          'One that waits is cancelled at once, a running one as soon as it can; one that ended stays as it is.',
      },
    })
    .post(
      '/:id/retry',
      ({ params, user, set }) => {
        set.status = 202
        return retryJob(params.id, user._id)
      },
      {
        role: 'admin',
        params: JobPath,
        response: { 202: Job, ...missing, ...failures('already-running') },
        detail: { summary: 'Queue a job that ended once more' },
      },
    )

async function* tellEvents(id: string, signal: AbortSignal) {
  for await (const job of watchJob(id, signal))
    yield job === null ? sse({ event: 'ping' }) : sse({ event: 'job', data: job })
  yield sse({ event: 'end' })
}
