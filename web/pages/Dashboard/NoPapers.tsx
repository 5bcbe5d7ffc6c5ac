import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { announcingNames } from '../../shared/sourceNames.ts'
import { useUser } from '../../shared/useUser.ts'
import { formatDay, formatDayInText, formatInstant, formatNames, formatWeekday } from '../../shared/format.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { EmptyLibrary } from './EmptyLibrary.tsx'

interface NoPapersProps {
  dashboard: Dashboard
  onChoose: () => void
  onDay: (day: string) => void
  onRefresh: () => void
}

/** Explains why a day has no papers and offers the next step. */
export function NoPapers({ dashboard, onChoose, onDay, onRefresh }: NoPapersProps) {
  const { day, previous_day: before, next_day: after, freshness } = dashboard
  const { category_ids, is_admin } = useUser()
  const weekday = formatWeekday(day)
  const nameOf = useCategoryNames()
  const sources = announcingNames(category_ids)
  const names = formatNames(sources)
  const isOne = sources.length === 1
  const next = describeNext(dashboard)
  const earlier = before !== undefined && (
    <Button variant="outlined" onClick={() => onDay(before)}>
      Show {formatDay(before)}
    </Button>
  )
  const later = after !== undefined && (
    <Button variant="outlined" onClick={() => onDay(after)}>
      Show {formatDay(after)}
    </Button>
  )
  const around = (earlier || later) && (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
      {earlier}
      {later}
    </Stack>
  )

  switch (freshness.reason) {
    case 'no_categories':
      return (
        <EmptyState
          title="Choose what you follow"
          text="Papers are delivered by category. Choose a few to see today’s papers."
          action={
            <Button variant="contained" color="primary" onClick={onChoose}>
              Choose categories
            </Button>
          }
        />
      )
    case 'empty_library':
      return <EmptyLibrary onStarted={onRefresh} />
    case 'running':
      // While the source fails, the first fetch is retried without end. Do not make the reader wait for it.
      if (freshness.announced_on === null && freshness.failing_since !== undefined) {
        return <EmptyLibrary onStarted={onRefresh} />
      }
      return (
        <EmptyState
          title="The papers are being fetched"
          text={`${names} ${isOne ? 'asks' : 'ask'} for pauses between requests, so this takes a few minutes. The list appears by itself.`}
          action={earlier}
        />
      )
    case 'weekend':
      return <EmptyState title={`arXiv does not announce on ${weekday}s`} text={next} action={around} />
    case 'holiday':
      return (
        <EmptyState
          title={`No announcement is expected on ${formatDay(day)}: arXiv has a holiday`}
          text={next}
          action={around}
        />
      )
    case 'announced_nothing':
      return <EmptyState title={`${names} announced nothing on ${formatDayInText(day)}`} text={next} action={around} />
    case 'before_library':
      return (
        <EmptyState
          title={`${formatDayInText(day, freshness.announced_on)} is before this library began`}
          text={after && `Its first papers are those of ${formatDayInText(after, freshness.announced_on)}.`}
          action={later}
        />
      )
    case 'to_come':
      return (
        <EmptyState
          title={`${formatDayInText(day, freshness.announced_on)} is still to come`}
          text={next || undefined}
          action={earlier}
        />
      )
    case 'missed':
      return (
        <EmptyState
          title="We missed this day"
          text={`The announcement of ${formatDayInText(day)} could not be read. It can still be fetched; its papers appear here then.`}
          action={
            is_admin ? (
              <Button
                variant="contained"
                color="primary"
                component={RouterLink}
                to={`/admin?${new URLSearchParams({ tab: 'ingestion', day })}`}
              >
                Fetch this day
              </Button>
            ) : (
              earlier
            )
          }
        />
      )
    case 'nothing_in_categories':
      return (
        <EmptyState
          title={`Nothing new in ${category_ids.length === 1 ? nameOf(category_ids[0]!) : 'your categories'} on ${weekday}`}
          text={
            <Typography component="span">
              Neighbouring categories may have more.{' '}
              <Link component={RouterLink} to="/profile#categories">
                Change what you follow
              </Link>
            </Typography>
          }
          action={earlier}
        />
      )
    default:
      return <EmptyState title={`No papers for ${weekday} yet`} text={next || undefined} action={earlier} />
  }
}

/** When there are papers again: on a past day the next list that is there, else the announcement that is expected. */
function describeNext({ next_day: after, freshness: { next_expected_at: expected } }: Dashboard): string {
  if (after !== undefined) return `The next list is that of ${formatDayInText(after)}.`
  return expected === undefined ? '' : `The next announcement is expected ${formatInstant(expected)}, your time.`
}
