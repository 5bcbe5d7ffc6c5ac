import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { JobKind, JobState } from '#api/contract/jobKinds.ts'
import type { Job } from '#api/contract/jobs.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { JobTable } from '../../components/admin/JobTable.tsx'
import { jobNames, jobStates } from '../../components/atoms/stateWords.ts'
import { JOBS_PAGE, useJobActions, useJobs, type JobFilter } from '../../data/admin/useJobs.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection, showSection } from './AdminSection.tsx'
import { JobLogDialog } from './JobLogDialog.tsx'
import { ListPages } from './ListPages.tsx'

const SECTION = 'runs'
const isKind = (kind: string | null): kind is JobKind => kind !== null && Object.hasOwn(jobNames, kind)

/**
 * Past and current jobs. Refreshes while a job is queued or running. With `runs` in the address, shows those of this kind
 * first, and scrolls to them.
 */
export function RunHistory() {
  const [params] = useSearchParams()
  const kindAsked = params.get('runs')
  const [filter, setFilter] = useState<JobFilter>({ skip: 0, ...(isKind(kindAsked) && { kind: kindAsked }) })
  const { data: jobs, error, mutate } = useJobs(filter)
  const { cancel, retry, retryFailed } = useJobActions()
  /** The job whose button was pressed last. */
  const [changedId, setChangedId] = useState<string | null>(null)
  const [followed, setFollowed] = useState<Job | null>(null)
  const isAskedFor = isKind(kindAsked) && jobs !== undefined
  useEffect(() => {
    if (isAskedFor) showSection(SECTION)
  }, [isAskedFor])
  const change = useAction((job: Job, call: (id: string) => Promise<Job>) => {
    setChangedId(job.id)
    return call(job.id)
  })

  return (
    <AdminSection
      title="Runs"
      id={SECTION}
      action={
        <Stack direction="row" sx={{ gap: 1 }}>
          <Filter
            label="Kind"
            value={filter.kind}
            options={jobNames}
            onChange={(kind) => setFilter({ ...filter, kind, skip: 0 })}
          />
          <Filter
            label="State"
            value={filter.state}
            options={
              Object.fromEntries(Object.entries(jobStates).map(([state, { word }]) => [state, word])) as Record<
                JobState,
                string
              >
            }
            onChange={(state) => setFilter({ ...filter, state, skip: 0 })}
          />
        </Stack>
      }
    >
      {change.error && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {change.error.message}
        </Alert>
      )}
      <LoadedPart
        what="The list of runs"
        data={jobs}
        error={error}
        onRetry={() => void mutate()}
        skeleton={<Skeleton animation={false} variant="rounded" height={160} />}
      >
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState
              headingLevel="h3"
              title={filter.kind || filter.state ? 'No run matches' : 'Nothing has run yet'}
              text={
                filter.kind || filter.state
                  ? 'Choose other filters.'
                  : 'The schedule starts runs, and so do the buttons above.'
              }
            />
          ) : (
            <>
              <JobTable
                rows={loaded.items}
                busyId={change.busy ? changedId : null}
                onCancel={(job) => void change.run(job, cancel)}
                onRetry={(job) => void change.run(job, retry)}
                onRetryFailed={(job) => void change.run(job, retryFailed)}
                onFollow={setFollowed}
              />
              <ListPages
                skip={filter.skip}
                limit={JOBS_PAGE}
                total={loaded.total}
                onSkip={(skip) => setFilter({ ...filter, skip })}
              />
            </>
          )
        }
      </LoadedPart>
      <JobLogDialog job={followed} onClose={() => setFollowed(null)} />
    </AdminSection>
  )
}

interface FilterProps<Value extends JobKind | JobState> {
  label: string
  value: Value | undefined
  options: Record<Value, string>
  onChange: (value: Value | undefined) => void
}

function Filter<Value extends JobKind | JobState>({ label, value, options, onChange }: FilterProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}
      sx={{ minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">All</MenuItem>
      {(Object.entries(options) as [Value, string][]).map(([option, optionLabel]) => (
        <MenuItem key={option} value={option}>
          {optionLabel}
        </MenuItem>
      ))}
    </TextField>
  )
}
