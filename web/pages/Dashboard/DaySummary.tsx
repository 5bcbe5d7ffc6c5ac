import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { DayStateNote } from '../../components/shell/DayStateNote.tsx'
import { formatCount, formatInstant, formatPlural, formatTime } from '../../shared/format.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { unreadDayText } from '../../shared/unreadDay.ts'

interface DaySummaryProps {
  /** Undefined while loading. */
  dashboard: Dashboard | undefined
  unseen: number
  categoryCount: number
  refreshing: boolean
  onRefresh: () => void
}

/** "34 new papers in 4 categories, 12 not seen yet | Updated 06:10", and a note if the day may be incomplete. */
export function DaySummary({ dashboard, unseen, categoryCount, refreshing, onRefresh }: DaySummaryProps) {
  if (!dashboard) return <Skeleton animation={false} width={320} />
  const { outline, freshness } = dashboard
  if (categoryCount === 0) return 'Choose what you follow to begin.'
  const unread = unreadDayText(freshness)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.75 }}>
        <span>
          {unread ?? (
            <>
              <Strong>{formatCount(outline.length)}</Strong> new {outline.length === 1 ? 'paper' : 'papers'}
              {/* On phones the count is one line, also with all counts of three digits. */}
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {' '}
                in {formatPlural(categoryCount, 'category', 'categories')}
              </Box>
            </>
          )}
          {outline.length > 0 &&
            (unseen > 0 ? (
              <>
                , <Strong>{formatCount(unseen)}</Strong> not seen yet
              </>
            ) : (
              ', all seen'
            ))}
        </span>
        {freshness.fetched_at !== null && (
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              pl: { sm: 1.75 },
              borderLeft: { sm: 1 },
              borderColor: { sm: 'divider' },
            }}
          >
            Updated {formatUpdated(freshness.fetched_at)}
            <IconButton
              aria-label="Refresh"
              onClick={onRefresh}
              disabled={refreshing}
              sx={{ width: 32, height: 28, ml: 0.5 }}
            >
              <RefreshIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </Box>
        )}
      </Box>
      {outline.length > 0 && <DayStateNote state={freshness.day_state} unaccounted={freshness.unaccounted} />}
    </>
  )
}

function Strong({ children }: { children: string }) {
  return (
    <Box component="strong" sx={{ color: 'text.primary', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Box>
  )
}

/** The time if `at` is today, else the day and the time. */
function formatUpdated(at: string): string {
  return new Date(at).toDateString() === serverNow().toDateString() ? formatTime(at) : formatInstant(at)
}
