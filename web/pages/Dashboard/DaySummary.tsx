import RefreshIcon from '@mui/icons-material/Refresh'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { DayStateNote } from '../../components/shell/DayStateNote.tsx'
import { formatCount, formatDay, formatFollowed, formatInstant, formatTime } from '../../shared/format.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { unreadDayText } from '../../shared/unreadDay.ts'

interface DaySummaryProps {
  /** Undefined while loading. */
  dashboard: Dashboard | undefined
  /** The heading names a newer day, which is being fetched. */
  isAwaiting: boolean
  unseen: number
  /** Ids of the followed categories and searches. */
  followedIds: readonly string[]
  refreshing: boolean
  onRefresh: () => void
}

/** "34 new papers in 4 categories, 12 not seen yet | Updated 06:10", and a note if the day may be incomplete. */
export function DaySummary({ dashboard, isAwaiting, unseen, followedIds, refreshing, onRefresh }: DaySummaryProps) {
  if (!dashboard) return <Skeleton width={320} sx={{ maxWidth: '100%' }} />
  const { outline, freshness, topics = [] } = dashboard
  if (followedIds.length === 0) return 'Choose what you follow to begin.'
  const searches = topics.filter(({ id }) => followedIds.includes(id)).length
  const unread = unreadDayText(freshness)
  return (
    <>
      <Counts>
        <span>
          {isAwaiting && `Being fetched. Newest list: ${formatDay(dashboard.day)}, `}
          {unread ?? (
            <>
              <strong>{formatCount(outline.length)}</strong> {!isAwaiting && 'new '}
              {outline.length === 1 ? 'paper' : 'papers'}
              {!isAwaiting && <Wide> in {formatFollowed(followedIds, searches)}</Wide>}
            </>
          )}
          {outline.length > 0 &&
            (unseen > 0 ? (
              <>
                , <strong>{formatCount(unseen)}</strong> not seen yet
              </>
            ) : (
              ', all seen'
            ))}
        </span>
        {freshness.fetched_at !== null && (
          <Updated>
            <Wide>Updated {formatUpdated(freshness.fetched_at)}</Wide>
            <Refresh
              aria-label="Refresh"
              title={`Updated ${formatUpdated(freshness.fetched_at)}`}
              onClick={onRefresh}
              disabled={refreshing}
            >
              <RefreshIcon fontSize="small" />
            </Refresh>
          </Updated>
        )}
      </Counts>
      {outline.length > 0 && (
        <DayStateNote state={freshness.day_state} unaccounted={freshness.unaccounted} sources={freshness.sources} />
      )}
    </>
  )
}

/** The time if `at` is today, else the day and the time. */
function formatUpdated(at: string): string {
  return new Date(at).toDateString() === serverNow().toDateString() ? formatTime(at) : formatInstant(at)
}

const Counts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 14,
  '& strong': { color: theme.vars.palette.text.primary, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
}))

/** Left out on phones, where the summary is one line, also with all counts of three digits. */
const Wide = styled('span')(({ theme }) => ({ [theme.breakpoints.down('sm')]: { display: 'none' } }))

const Updated = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  [theme.breakpoints.up('sm')]: { paddingLeft: 14, borderLeft: `1px solid ${theme.vars.palette.divider}` },
}))

const size = { width: '2rem', height: '1.75rem' }
const Refresh = styled(IconButton)({
  ...size,
  marginLeft: 4,
  '@media (pointer: coarse)': {
    ...size,
    // It looks smaller than what a finger can press.
    position: 'relative',
    '&::after': { content: '""', position: 'absolute', inset: '-8px -6px' },
  },
})
