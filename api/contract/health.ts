import { t } from 'elysia'
import { oneOf } from './oneOf.ts'

/** The process runs. */
export const Liveness = t.Object({ status: oneOf(['ok']) })

/** Whether requests should be sent here. */
export const Readiness = t.Object({
  status: oneOf(['ready', 'not-ready']),
  database: oneOf(['ok', 'down']),
  index: oneOf(['ok', 'filling'], { description: 'The search index of this process; it does not hold requests back.' }),
  worker: oneOf(['ok', 'late', 'none'], {
    description: 'The loop that takes jobs; "late" keeps only a process without the web role from being ready.',
  }),
  stopping: t.Boolean(),
})
export type Readiness = typeof Readiness.static
