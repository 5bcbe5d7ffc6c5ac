import type { Dashboard } from '#api/contract/dashboard.ts'
import { Icon } from '../../components/atoms/Icon.tsx'
import { DayStateNote } from '../../components/shell/DayStateNote.tsx'
import { formatCount, formatFollowed, formatInstant, formatTime } from '../../shared/format.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { unreadDayText } from '../../shared/unreadDay.ts'

interface DaySummaryProps {
  /** Undefined while loading. */
  dashboard: Dashboard | undefined
  unseen: number
  /** Ids of the followed categories and searches. */
  followedIds: readonly string[]
  refreshing: boolean
  onRefresh: () => void
}

/** "34 new papers in 4 categories, 12 not seen yet | Updated 06:10", and a note if the day may be incomplete. */
export function DaySummary({ dashboard, unseen, followedIds, refreshing, onRefresh }: DaySummaryProps) {
  if (!dashboard) return <span className="skeleton" style={{ width: 320 }} />
  const { outline, freshness, topics = [] } = dashboard
  if (followedIds.length === 0) return 'Choose what you follow to begin.'
  const searches = topics.filter(({ id }) => followedIds.includes(id)).length
  const unread = unreadDayText(freshness)
  return (
    <>
      <div className="day-summary">
        <span>
          {unread ?? (
            <>
              <strong>{formatCount(outline.length)}</strong> new {outline.length === 1 ? 'paper' : 'papers'}
              {/* On phones the count is one line, also with all counts of three digits. */}
              <span className="from-sm"> in {formatFollowed(followedIds.length - searches, searches)}</span>
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
          <span className="day-updated">
            Updated {formatUpdated(freshness.fetched_at)}
            <button
              className="button icon-only refresh"
              type="button"
              aria-label="Refresh"
              onClick={onRefresh}
              disabled={refreshing}
            >
              <Icon name="refresh" className="small" />
            </button>
          </span>
        )}
      </div>
      {outline.length > 0 && <DayStateNote state={freshness.day_state} unaccounted={freshness.unaccounted} />}
    </>
  )
}

/** The time if `at` is today, else the day and the time. */
function formatUpdated(at: string): string {
  return new Date(at).toDateString() === serverNow().toDateString() ? formatTime(at) : formatInstant(at)
}
