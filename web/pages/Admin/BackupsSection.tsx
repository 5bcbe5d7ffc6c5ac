import { useEffect } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { Backups } from '#api/contract/backups.ts'
import { BackupTable } from '../../components/admin/BackupTable.tsx'
import { JobProgress } from '../../components/admin/JobProgress.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { jobStates } from '../../components/atoms/stateWords.ts'
import { useClient } from '../../data/api.ts'
import { useBackups } from '../../data/admin/systemState.ts'
import { isOpen, useStartJob } from '../../data/admin/useJobs.ts'
import { formatPlural } from '../../shared/format.ts'
import { unwrap } from '../../shared/client.ts'
import { AdminSection } from './AdminSection.tsx'

/** The last backups, when and where they are made, and a button that makes one now. */
export function BackupsSection() {
  const client = useClient()
  const { data: backups, error, mutate } = useBackups()
  const { start, isBusy, error: startError, job } = useStartJob()
  const makeOne = async () => {
    await start(() => unwrap(client.admin.backup.post()))
    await mutate()
  }
  const hasEnded = job !== undefined && !isOpen(job)
  useEffect(() => {
    if (hasEnded) void mutate()
  }, [hasEnded, mutate])
  return (
    <AdminSection
      title="Backups"
      {...(backups && { description: describe(backups) })}
      action={
        backups?.folder != null && (
          <Button
            variant="outlined"
            loading={isBusy}
            disabled={job !== undefined && isOpen(job)}
            onClick={() => void makeOne()}
          >
            Back up now
          </Button>
        )
      }
    >
      {startError && (
        <Alert severity={startError.code === 'already-running' ? 'info' : 'error'} sx={{ mb: 1.5 }}>
          {startError.message}
        </Alert>
      )}
      {job && (
        <Box aria-live="polite" sx={{ mb: 1.5 }}>
          <StateLabel {...jobStates[job.state]} />
          <JobProgress {...job} />
        </Box>
      )}
      <LoadedPart
        what="The list of backups"
        data={backups}
        error={error}
        onRetry={() => void mutate()}
        skeleton={<Skeleton animation={false} variant="rounded" height={80} />}
      >
        {({ items, folder }) =>
          items.length > 0 ? (
            <BackupTable rows={items} />
          ) : (
            <EmptyState
              headingLevel="h3"
              title="No backup yet"
              text={
                folder === null
                  ? 'Set PAPERDAWN_BACKUP_FOLDER for each worker, or take snapshots where the database runs.'
                  : 'The first one is made when its hour comes.'
              }
            />
          )
        }
      </LoadedPart>
    </AdminSection>
  )
}

function describe({ folder, hour, kept, encrypted }: Backups): string {
  if (folder === null) return 'No backups are made here: no folder for them is set.'
  const when = `Each day at ${String(hour).padStart(2, '0')}:00 UTC into ${folder}; the newest ${formatPlural(kept, 'archive')} stay.`
  const secrets = encrypted
    ? 'Archives are encrypted.'
    : 'Archives are not encrypted and have no passwords or keys (PAPERDAWN_BACKUP_PASSPHRASE).'
  return `${when} ${secrets} A backup is restored on the machine itself.`
}
