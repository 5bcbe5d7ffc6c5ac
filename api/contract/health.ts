import { t } from 'elysia'
import { oneOf } from './stringSchemas.ts'

/** Response of the liveness probe. */
export const Liveness = t.Object({ status: oneOf(['ok']) })

/** Response of the readiness probe. */
export const Readiness = t.Object({
  status: oneOf(['ready', 'not-ready']),
  database: oneOf(['ok', 'down']),
  message: t.Optional(t.String({ description: 'Why the database is down.' })),
  index: oneOf(['ok', 'filling'], { description: 'Search index of this process; does not affect `status`.' }),
  worker: oneOf(['ok', 'late', 'none'], {
    description: 'Worker loop of this process; "late" affects `status` only in a process without the web role.',
  }),
  stopping: t.Boolean(),
})
export type Readiness = typeof Readiness.static
