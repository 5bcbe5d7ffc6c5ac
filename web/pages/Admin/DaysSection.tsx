import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useSearchParams } from 'react-router-dom'
import type { DayRow } from '#api/contract/days.ts'
import { announcesDaily } from '../../shared/sourceNames.ts'
import { formatDay, formatDayRange } from '../../shared/format.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { DayCalendar } from '../../components/admin/DayCalendar.tsx'
import { DayDetails } from '../../components/admin/DayDetails.tsx'
import { useDays } from '../../data/admin/useDays.ts'
import { useSourcesStatus } from '../../data/admin/paperSources.ts'
import { AdminSection } from './AdminSection.tsx'
import { BackfillCard } from './BackfillCard.tsx'

/** The days of each source in the last eight weeks, and the fetch of those that are missing. */
export function DaysSection() {
  const { data: days, error, mutate } = useDays()
  const { data: status } = useSourcesStatus()
  const retry = () => void mutate()
  if (!days || days.items.length === 0) {
    return (
      <AdminSection title="Days">
        <LoadedPart
          what="The days"
          data={days}
          error={error}
          onRetry={retry}
          skeleton={<Skeleton animation={false} variant="rounded" height={420} />}
        >
          {() => (
            <EmptyState headingLevel="h3" title="No day is known yet" text="The days appear after the first fetch." />
          )}
        </LoadedPart>
      </AdminSection>
    )
  }
  return (
    <>
      {error && <MissingPart what="The days" error={error} onRetry={retry} isShown sx={{ mb: 1.5 }} />}
      {[...Map.groupBy(days.items, ({ source }) => source)].map(([source, rows]) => (
        <SourceDays
          key={source}
          source={source}
          name={status?.items.find(({ id }) => id === source)?.name ?? source}
          rows={rows}
        />
      ))}
    </>
  )
}

/** The calendar of one source. The opened day is in the URL: `?day=2026-11-11`. */
function SourceDays({ source, name, rows }: { source: string; name: string; rows: readonly DayRow[] }) {
  const [params, setParams] = useSearchParams()
  const opened = rows.find(({ day }) => day === params.get('day'))
  const missing = rows
    .filter(({ state }) => state === 'missing')
    .map(({ day }) => day)
    .toSorted()
  const open = (day: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('day', day)
        return next
      },
      { preventScrollReset: true, replace: true },
    )

  return (
    <AdminSection
      title={`Days of ${name}`}
      action={
        <Typography variant="meta">
          Every {announcesDaily(source) ? 'day' : 'working day'} was announced, announced nothing, was recovered, or is
          missing.
        </Typography>
      }
    >
      <Box sx={{ display: 'grid', gap: { xs: 2, md: 4 }, gridTemplateColumns: { md: 'minmax(0, 1fr) 340px' } }}>
        <DayCalendar label={`Days of ${name}`} days={rows} openDay={opened?.day ?? null} onOpen={open} />
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <MissingDaysCard source={source} missing={missing} />
          {opened ? (
            <>
              <DayDetails row={opened} />
              {opened.state === 'missing' && missing.length > 1 && (
                <BackfillCard
                  key={opened.day}
                  title={`Only ${formatDay(opened.day)}`}
                  text="Fetches the archives of this day that are missing."
                  label="Fetch this day"
                  from={opened.day}
                  until={opened.day}
                  source={source}
                />
              )}
            </>
          ) : (
            <Typography variant="meta">Choose a day to see its archives.</Typography>
          )}
        </Box>
      </Box>
    </AdminSection>
  )
}

function MissingDaysCard({ source, missing }: { source: string; missing: readonly string[] }) {
  const [first, last] = [missing[0], missing.at(-1)]
  if (first === undefined || last === undefined) {
    return <Typography>No day of the last eight weeks is missing.</Typography>
  }
  return (
    <BackfillCard
      title={missing.length === 1 ? '1 day is missing' : `${missing.length} days are missing`}
      text={missing.length < 4 ? missing.map(formatDay).join(', ') : formatDayRange(first, last)}
      label={missing.length === 1 ? 'Fetch the missing day' : 'Fetch the missing days'}
      from={first}
      until={last}
      source={source}
    />
  )
}
