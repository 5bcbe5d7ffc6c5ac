import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Dashboard, LedgerBucket } from '#api/contract/dashboard.ts'
import { formatWeekday } from '../../shared/format.ts'
import { REVIEW_PATH } from '../../shared/reviewAddress.ts'
import { unreadDayText } from '../../shared/unreadDay.ts'
import { ActivityChart } from '../../components/charts/ActivityChart.tsx'
import { dayBars } from '../../components/charts/dayBars.ts'
import { DaySources } from '../../components/lists/DaySources.tsx'
import { LedgerDialog } from '../../components/lists/LedgerDialog.tsx'
import { LedgerTile } from '../../components/lists/LedgerTile.tsx'
import { PaperUpdates } from '../../components/lists/PaperUpdates.tsx'
import { NextToRead } from '../../components/lists/NextToRead.tsx'
import { useLedger } from '../../data/papers/dayPapers.ts'
import { AskAboutPaper } from './AskAboutPaper.tsx'
import { DayBook } from './DayBook.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

/** After the cards, in a chunk of its own: most users ask no questions. */
const YourQuestions = lazyPart(async () => (await import('./YourQuestions.tsx')).YourQuestions)

/** What the dialog shows: the papers of a bucket, or only the question where a paper went. */
interface Opened {
  day: string
  where: LedgerBucket | null
  paperId?: string | undefined
}

interface SideColumnProps {
  dashboard: Dashboard
  onDay: (day: string) => void
}

/** Column beside the list: the day's ledger, papers per day, updates of saved papers, and what to read next. */
export function SideColumn({ dashboard, onDay }: SideColumnProps) {
  const { day, ledger, papers_by_day: byDay, next_to_read, living: updates } = dashboard
  const [opened, setOpened] = useKeptDialog<Opened | null>('list of papers', null)
  const { data: listed, error, mutate } = useLedger(opened?.day ?? day, opened?.where ?? null)
  const current = byDay.findIndex(({ on }) => on === day)

  return (
    <Box
      component="aside"
      aria-label="Overview"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, alignContent: 'start' }}
    >
      <LedgerTile
        ledger={ledger}
        weekday={formatWeekday(day)}
        unread={unreadDayText(dashboard.freshness)}
        onOpen={(where) => setOpened({ day, where })}
        onAsk={() => setOpened({ day, where: null })}
      >
        <DaySources day={day} sources={dashboard.freshness.sources} />
      </LedgerTile>
      {byDay.length > 0 && (
        <section aria-labelledby="papers-a-day">
          <Typography id="papers-a-day" component="h2" variant="h3" sx={{ mb: 1.5 }}>
            Papers a day
          </Typography>
          <ActivityChart title="Papers a day" bars={dayBars(byDay)} current={current} />
        </section>
      )}
      <Suspense>
        <YourQuestions day={day} />
      </Suspense>
      <PaperUpdates updates={updates} />
      <NextToRead items={next_to_read} />
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Link component={RouterLink} to={REVIEW_PATH} variant="body2">
          This week’s review
        </Link>
        {dashboard.outline.length > 0 && <DayBook day={day} />}
      </Box>
      <LedgerDialog
        open={opened !== null}
        where={opened?.where ?? null}
        day={opened?.day === day ? undefined : opened?.day}
        markedId={opened?.paperId}
        question={
          <AskAboutPaper
            day={day}
            focusField={opened?.where === null}
            onDay={(other) => {
              setOpened(null)
              onDay(other)
            }}
            onBelowCut={(on, paperId) => setOpened({ day: on, where: 'below_cut', paperId })}
          />
        }
        papers={listed?.items}
        because={listed?.because}
        error={error}
        onRetry={() => void mutate()}
        onClose={() => setOpened(null)}
      />
    </Box>
  )
}
