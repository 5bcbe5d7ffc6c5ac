import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatNames } from '../../shared/format.ts'
import { announcingNames } from '../../shared/sourceNames.ts'
import { useUser } from '../../shared/useUser.ts'
import { demoAccounts } from '../../auth/identity.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { useConfig } from '../../data/account/useConfig.ts'
import { useSampleLibrary } from '../../data/papers/useSampleLibrary.ts'

/** Shown while no paper is stored. Admins can load the invented sample papers. */
export function EmptyLibrary({ onStarted }: { onStarted: () => void }) {
  const { is_admin, category_ids } = useUser()
  const { config, error: configError, retry } = useConfig()
  const features = config?.features
  const { run: load, busy, done, error } = useSampleLibrary(onStarted)
  const demoAdmin = demoAccounts.find(({ role }) => role === 'Administrator')

  if (error) return <ErrorState error={error} onRetry={() => void load()} />
  return (
    <EmptyState
      title="The library is empty"
      text={
        <>
          No announcement has been fetched yet. When {formatNames(announcingNames(category_ids))} can be reached, the
          papers appear here by themselves.
          {features?.sample_library && (
            <Typography component="p" sx={{ mt: 1.5 }}>
              {is_admin
                ? 'To look around until then, load the sample library: invented papers, marked as such.'
                : 'To look around until then, an administrator can load the sample library of invented papers.'}
              {!is_admin &&
                features.demo_accounts &&
                demoAdmin &&
                ` The demo administrator is ${demoAdmin.name}, ${demoAdmin.email}.`}
            </Typography>
          )}
        </>
      }
      action={
        configError ? (
          <MissingPart what="What else can be done here" error={configError} onRetry={retry} />
        ) : (
          is_admin &&
          features?.sample_library && (
            <Button variant="contained" color="primary" loading={busy} disabled={done} onClick={() => void load()}>
              {done ? 'Loading the samples…' : 'Load the sample library'}
            </Button>
          )
        )
      }
    />
  )
}
