import type { Backup, Backups } from '#api/contract/backups.ts'

const FOLDER = '/var/lib/paperdawn/backups'

const made: Backup = {
  id: '0d4f1c1e-1111-4a51-8d5e-000000000001',
  state: 'done',
  started_at: '2026-11-19T03:00:00.000Z',
  ended_at: '2026-11-19T03:02:10.000Z',
  moment: '2026-11-19T03:00:01.000Z',
  host: 'worker-1',
  path: `${FOLDER}/paperdawn-20261119T030000Z.backup`,
  bytes: 412_000_000,
  documents: 4_310_222,
  papers: 300_114,
  readers: 5_021,
  version: '0.1.0',
  data_version: 4,
  with_secrets: true,
  error: null,
  verified_at: null,
  verify_error: null,
  removed_at: null,
}

const earlier = (day: number, changes: Partial<Backup> = {}): Backup => ({
  ...made,
  id: `0d4f1c1e-1111-4a51-8d5e-0000000000${day}`,
  started_at: `2026-11-${day}T03:00:00.000Z`,
  path: `${FOLDER}/paperdawn-202611${day}T030000Z.backup`,
  ...changes,
})

const unmade = { bytes: null, documents: null, papers: null, readers: null, moment: null } as const

/** A backup in each state. */
export const backupRows: readonly Backup[] = [
  earlier(20, { ...unmade, state: 'running', ended_at: null }),
  made,
  earlier(18, { verified_at: '2026-11-18T03:09:00.000Z' }),
  earlier(17, {
    ...unmade,
    state: 'failed',
    error: `The disk of ${FOLDER} has 120 MB free, and a backup needs 695 MB. Earlier archives are unchanged.`,
  }),
  earlier(16, { bytes: 80_000, papers: 12, readers: 3, with_secrets: false }),
  earlier(15, {
    verify_error: 'The archive is damaged: its end is missing.',
    removed_at: '2026-11-19T03:02:10.000Z',
  }),
]

export const backups: Backups = {
  items: [...backupRows],
  total: backupRows.length,
  folder: FOLDER,
  hour: 3,
  kept: 7,
  encrypted: true,
}

/** An installation whose backups are made elsewhere. */
export const noBackups: Backups = { ...backups, items: [], total: 0, folder: null, encrypted: false }
