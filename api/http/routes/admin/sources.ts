import { Elysia, t } from 'elysia'
import { SourcesStatus } from '../../../contract/admin.ts'
import {
  BackfillEstimate,
  BackfillInput,
  Days,
  DaysQuery,
  SourceSettings,
  SourceSettingsChanges,
  SourceTest,
  SourceTestInput,
} from '../../../contract/days.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import { describeDays, estimateBackfill, startBackfill } from '../../../services/schedule/backfill.ts'
import { changeSourceSettings, getSourceSettings, testSource } from '../../../services/schedule/sourceSettings.ts'
import { describeSources } from '../../../services/schedule/sourcesStatus.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')
const invalid = { ...denied, ...failures('invalid-input') }
const SourcePath = t.Object({ id: t.String({ minLength: 1, maxLength: 40 }) })

export const adminSourcesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminSources', prefix: '/admin', tags: ['sources'] })
    .use(auth(product))
    .get('/paper-sources-status', () => describeSources(product), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: SourcesStatus, ...denied },
      detail: {
        summary: 'Status of each paper source',
        description: 'A source without the ability "announcements" has no days and no next run: it is asked on demand.',
      },
    })
    .get('/sources/:id', ({ params }) => getSourceSettings(product, params.id), {
      role: 'admin',
      scope: 'admin:read',
      params: SourcePath,
      response: { 200: SourceSettings, ...invalid, ...failures('not-found') },
      detail: { summary: 'Get the settings of a paper source, and their defaults' },
    })
    .put('/sources/:id', ({ user, params, body }) => changeSourceSettings(product, user, { id: params.id, ...body }), {
      role: 'admin',
      scope: 'never',
      params: SourcePath,
      body: SourceSettingsChanges,
      response: { 200: SourceSettings, ...invalid, ...failures('not-found') },
      detail: {
        summary: 'Change the settings of a paper source',
        description:
          'Only the given fields change; null resets to the default. Every process uses them from its next request on. ' +
          'Switching a source off cancels its fetch of announcements. A key is kept encrypted and sent to the host of the address in force alone: for another host it must be given again. The hosts of arXiv need a pause of 3,000 ms or more, that of Crossref 250 ms.',
      },
    })
    .post('/sources/:id/test', ({ params, body }) => testSource(product, { id: params.id, ...body }), {
      role: 'admin',
      scope: 'never',
      params: SourcePath,
      body: SourceTestInput,
      response: { 200: SourceTest, ...invalid, ...failures('not-found', 'conflict') },
      detail: {
        summary: 'Ask a paper source for a little, at addresses that need not be saved',
        description:
          'One small request to each interface, within the pause of the source. No setting is changed. A key in force that is accepted does not count as refused any more.',
      },
    })
    .get('/days', ({ query }) => describeDays(product.sources, query), {
      role: 'admin',
      scope: 'admin:read',
      query: DaysQuery,
      response: { 200: Days, ...invalid },
      detail: {
        summary: 'List the announcement days and what is known about each, newest first',
        description:
          'Only followed archives, and only days since the library was begun. Default: the last eight weeks.',
      },
    })
    .post(
      '/backfill',
      async ({ user, body, status }) =>
        body.dry_run
          ? estimateBackfill(product.sources, body)
          : status(202, await startBackfill(product.sources, user, body)),
      {
        role: 'admin',
        scope: 'admin:write',
        body: BackfillInput,
        response: { 200: BackfillEstimate, 202: Job, ...invalid, ...failures('conflict', 'already-running') },
        detail: {
          summary: 'Fetch the announcements of past days',
          description:
            '200 with an estimate if `dry_run` is set, else 202 with the job. Days that are not missing are read again. ' +
            '409 if a fetch is already queued or running, or if the source is switched off.',
        },
      },
    )
