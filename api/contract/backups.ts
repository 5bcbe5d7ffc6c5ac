import { t } from 'elysia'
import { completeListOf, Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

const count = (description?: string) => t.Nullable(t.Integer(), description === undefined ? {} : { description })

export const Backup = t.Object({
  id: t.String({ description: 'Id of its job.' }),
  state: oneOf(['running', 'done', 'failed'], {
    description: '"failed": the reason is in `error`. Earlier archives are unchanged.',
  }),
  started_at: Instant,
  ended_at: t.Nullable(Instant),
  moment: t.Nullable(Instant, { description: 'The library is in the archive as it was at this instant.' }),
  host: t.String({ description: 'Machine whose folder has the archive.' }),
  path: t.String(),
  bytes: count(),
  documents: count(),
  papers: count(),
  readers: count('Number of accounts.'),
  version: t.String({ description: 'Version of the product that made it.' }),
  data_version: t.Integer(),
  with_secrets: t.Boolean({ description: 'Only an encrypted archive has passwords and keys.' }),
  error: t.Nullable(t.String()),
  verified_at: t.Nullable(Instant, {
    description: 'When it was restored into a scratch database, and was complete.',
  }),
  verify_error: t.Nullable(t.String({ description: 'Why it could not be restored.' })),
  removed_at: t.Nullable(Instant, { description: 'When the archive was removed, because newer ones are kept.' }),
})
export type Backup = typeof Backup.static

export const Backups = t.Composite([
  completeListOf(Backup),
  t.Object({
    folder: t.Nullable(t.String(), { description: 'Null: no backups are made (PAPERDAWN_BACKUP_FOLDER).' }),
    hour: t.Integer({ description: 'Hour of the daily backup, in UTC.' }),
    kept: t.Integer({ description: 'How many archives the folder keeps.' }),
    encrypted: t.Boolean({ description: 'Whether new archives are encrypted, and so have secrets.' }),
  }),
])
export type Backups = typeof Backups.static
