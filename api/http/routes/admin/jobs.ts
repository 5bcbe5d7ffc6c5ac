import { Elysia, sse, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { Job, JobList, JobLog, JobQuery, RetryInput } from '../../../contract/jobs.ts'
import { isDatabaseDown } from '../../../platform/databaseDown.ts'
import { nameRequesters } from '../../../services/accounts/users.ts'
import { cancelJob, getJob, getJobLog, listJobs, retryJob, watchJob } from '../../../services/jobs/jobs.ts'
import { stopSignal } from '../../../services/health/readiness.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const JobPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const adminJobsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminJobs', prefix: '/admin/jobs', tags: ['jobs'] })
    .use(auth(product))
    .get(
      '',
      async ({ query }) => {
        const list = await listJobs(query)
        return { ...list, items: await nameRequesters(list.items) }
      },
      {
        role: 'admin',
        scope: 'admin:read',
        query: JobQuery,
        response: { 200: JobList, ...denied },
        detail: { summary: 'Jobs, newest first' },
      },
    )
    .get(
      '/:id',
      async ({ params }) => {
        const job = await getJob(params.id)
        const [named = job] = await nameRequesters([job])
        return named
      },
      {
        role: 'admin',
        scope: 'admin:read',
        params: JobPath,
        response: { 200: Job, ...missing },
        detail: { summary: 'One job' },
      },
    )
    .get('/:id/log', ({ params }) => getJobLog(params.id), {
      role: 'admin',
      scope: 'admin:read',
      params: JobPath,
      response: { 200: JobLog, ...missing },
      detail: {
        summary: 'The log of a job, and its problems',
        description: 'Kept for 30 days after the end of the job. Problems with the same sentence are counted.',
      },
    })
    .get(
      '/:id/events',
      async ({ params, request }) => {
        // Checked before the stream starts, so that an unknown job is a 404 and not a broken stream.
        await getJob(params.id)
        return streamEvents(params.id, AbortSignal.any([request.signal, stopSignal]))
      },
      {
        role: 'admin',
        scope: 'admin:read',
        params: JobPath,
        response: { 200: t.Unknown({ mediaTypes: ['text/event-stream'] }), ...missing },
        detail: {
          summary: 'Follow a job with server-sent events',
          description:
            'Event "job" with the job now and after each change, "end" after the job ended, "ping" as keep-alive.',
        },
      },
    )
    .post('/:id/cancel', ({ params }) => cancelJob(params.id), {
      role: 'admin',
      scope: 'admin:write',
      params: JobPath,
      response: { 200: Job, ...missing },
      detail: {
        summary: 'Cancel a job',
        description:
          'A queued job is cancelled at once, a running job as soon as possible. A finished job does not change.',
      },
    })
    .post(
      '/:id/retry',
      async ({ params, body, user, status }) =>
        status(202, await retryJob(params.id, user._id, { failedOnly: body?.failed_only })),
      {
        role: 'admin',
        scope: 'admin:write',
        params: JobPath,
        body: RetryInput,
        response: { 202: Job, ...missing, ...failures('already-running', 'conflict') },
        detail: {
          summary: 'Run a finished job again',
          description: 'With `failed_only` a `resumable` run goes on: what it did is not done again.',
        },
      },
    )

async function* streamEvents(id: string, signal: AbortSignal) {
  try {
    for await (const job of watchJob(id, signal))
      yield job === null ? sse({ event: 'ping' }) : sse({ event: 'job', data: job })
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    // Ends without the event "end": the client follows the job again when the database is back.
    return
  }
  // The client follows the job at the next process.
  if (stopSignal.aborted) return
  yield sse({ event: 'end' })
}
