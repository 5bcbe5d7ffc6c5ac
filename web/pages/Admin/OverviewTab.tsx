import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { SourceStatus } from '#api/contract/admin.ts'
import type { Job } from '#api/contract/jobs.ts'
import { Link as RouterLink } from 'react-router-dom'
import { formatCount, formatInstant, formatPlural } from '../../shared/format.ts'
import { isOnDemand } from '../../components/admin/sourceUse.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { InstantText } from '../../components/atoms/InstantText.tsx'
import { SentenceText } from '../../components/atoms/SentenceText.tsx'
import { StateLabel, type StateLabelProps } from '../../components/atoms/StateLabel.tsx'
import { healthStates, sourceStates } from '../../components/atoms/stateWords.ts'
import { StatTile } from '../../components/charts/StatTile.tsx'
import { useAdminUsers } from '../../data/admin/useAdminUsers.ts'
import { useEmailConfig } from '../../data/admin/useEmailConfig.ts'
import { isOpen, useJobs } from '../../data/admin/useJobs.ts'
import { useProcessingStats, useSystemHealth } from '../../data/admin/systemState.ts'
import { useSourcesStatus } from '../../data/admin/paperSources.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { useUser } from '../../shared/useUser.ts'
import type { AdminTab } from './adminTabs.ts'

/** Overall health in one sentence, then a tile for each area with a link to its tab. */
export function OverviewTab() {
  const { category_ids } = useUser()
  const health = useSystemHealth()
  const sources = useSourcesStatus()
  const jobs = useJobs({ skip: 0 })
  const today = useProcessingStats(1)
  const { users, error: usersError, refresh: refreshUsers } = useAdminUsers({ q: '', skip: 0 })
  const email = useEmailConfig()

  const items = sources.data?.items
  /** Without those that are not asked: of which no user follows a category, or that no admin has ever switched on. */
  const asked = items?.filter(({ state, last_success_at }) => {
    const isUnused = state === 'off' && last_success_at === null
    return state !== 'unfollowed' && !isUnused
  })
  const healthy = asked?.filter(({ state }) => state === 'ok' || state === 'running') ?? []
  /** The others are asked on demand. */
  const announcing = items?.filter((source) => !isOnDemand(source))
  const troubled = troubles.map((trouble) => items?.find(({ state }) => state === trouble)).find(Boolean)
  /** The sentence of the health names every part in the worst state. */
  const isTroubleSaid = health.data?.checks.some(
    ({ name, state }) => name === troubled?.name && state === health.data?.verdict,
  )
  const openCount = jobs.data?.items.filter(isOpen).length ?? 0
  const badRuns = describeBadRuns(jobs.data?.items ?? [])
  const { total: withoutMail = 0, welcome: withoutWelcome = 0 } = health.data?.readers_without_mail ?? {}
  const down = health.data?.checks.filter(({ state }) => state === 'slow' || state === 'down') ?? []
  /** What is shown and could not be refreshed. */
  const old = [health, sources, jobs, today].find(({ data, error }) => data !== undefined && error !== undefined)
  const refreshAll = () => void Promise.all([health, sources, jobs, today].map(({ mutate }) => mutate()))
  const isFirstRun = announcing?.every(({ last_success_at }) => last_success_at === null) ?? false

  return (
    <>
      {health.error && !health.data ? (
        <ErrorState error={health.error} onRetry={() => void health.mutate()} compact />
      ) : (
        <Typography component="output" variant="subtitle1" sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', mb: 3 }}>
          {health.data ? (
            <>
              <StateLabel {...healthStates[health.data.verdict]} />
              <SentenceText text={health.data.message} />
            </>
          ) : (
            'Checking…'
          )}
        </Typography>
      )}
      {old?.error && (
        <MissingPart what="The overview" error={old.error} onRetry={refreshAll} isShown sx={{ mt: -2, mb: 3 }} />
      )}
      {isFirstRun && (email.config || email.error) && (
        <FirstSteps
          hasSamples={jobs.data?.items.some(isLoadedSample) ?? false}
          hasCategories={category_ids.length > 0}
          hasMail={email.config?.configured ?? false}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))' }}>
        <StatTile
          label="Sources"
          value={asked && `${healthy.length} of ${asked.length} good`}
          failed={sources.error !== undefined && !items}
          onRetry={() => void sources.mutate()}
          hint={
            <Hint
              tab="ingestion"
              {...(announcing &&
                (announcing.some((one) => healthy.includes(one)) ? sourceStates.ok : sourceStates.never))}
              {...(troubled && {
                ...sourceStates[troubled.state],
                word: `${troubled.name}: ${sourceStates[troubled.state].word}`,
              })}
            >
              {announcing?.[0]?.last_success_at ? (
                <>
                  Last success <InstantText at={announcing[0].last_success_at} />
                </>
              ) : null}
            </Hint>
          }
        />
        <StatTile
          label="Runs"
          value={jobs.data && (openCount === 0 ? 'None open' : `${formatCount(openCount)} open`)}
          failed={jobs.error !== undefined && !jobs.data}
          onRetry={() => void jobs.mutate()}
          hint={
            <Hint
              tab="ingestion"
              {...(jobs.data && {
                tone: badRuns ? 'warning' : 'good',
                word: badRuns ?? 'None failed recently',
              })}
            />
          }
        />
        <StatTile
          label="Health"
          value={health.data && (down.length === 0 ? 'All good' : `${formatPlural(down.length, 'part')} not good`)}
          failed={health.error !== undefined && !health.data}
          onRetry={() => void health.mutate()}
          hint={
            <Hint
              tab="health"
              {...(health.data && {
                tone: healthStates[health.data.verdict].tone,
                word: down.length === 0 ? healthStates.ok.word : down.map(({ name }) => name).join(', '),
              })}
            />
          }
        />
        <StatTile
          label="New papers stored today"
          value={today.data && formatCount(today.data.totals.new)}
          failed={today.error !== undefined && !today.data}
          onRetry={() => void today.mutate()}
          hint={<Hint tab="statistics" />}
        />
        <StatTile
          label="Mails today"
          value={today.data && formatCount(today.data.totals.mails)}
          failed={today.error !== undefined && !today.data}
          onRetry={() => void today.mutate()}
          hint={
            <Hint
              tab="email"
              {...(email.error && { tone: 'unknown', word: 'Settings not loaded' })}
              {...(email.config && {
                tone: email.config.configured && email.config.enabled ? 'good' : 'unknown',
                word: !email.config.configured ? 'Not set up' : email.config.enabled ? 'Mail is on' : 'Mail is paused',
              })}
              {...(withoutWelcome > 0 && {
                tone: 'warning',
                word: `${formatPlural(withoutWelcome, 'welcome mail')} not sent`,
              })}
              {...(withoutMail > 0 && {
                tone: 'bad',
                word: `${formatPlural(withoutMail, 'reader')} without the newest digest`,
              })}
            />
          }
        />
        <StatTile
          label="Users"
          value={users && formatCount(users.total)}
          failed={usersError !== undefined && !users}
          onRetry={() => void refreshUsers()}
          hint={<Hint tab="users" />}
        />
      </Box>
      {troubled && isTroubleSaid === false && <SourceAlert source={troubled} />}
    </>
  )
}

const isLoadedSample = ({ kind, state }: Job) => kind === 'load-samples' && state === 'succeeded'

/** "1 failed, 2 incomplete recently"; null if none of these runs is. */
function describeBadRuns(runs: readonly Job[]): string | null {
  const count = (state: Job['state']) => runs.filter((run) => run.state === state).length
  const [failed, partial] = [count('failed'), count('partial')]
  const parts = [failed > 0 && `${failed} failed`, partial > 0 && `${partial} incomplete`].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')} recently` : null
}

/** States of a source that the overview warns about, the worst first. */
const troubles: readonly SourceStatus['state'][] = ['failing', 'stale', 'slow', 'key-refused']

/**
 * "arXiv: failing since Fri 20 Nov, 05:10. 13 days are missing. Fri 20 Nov, 06:10: The feed answered 503." The sentence about a
 * refused key names the source and says since when.
 */
function SourceAlert({
  source: { name, state, failing_since, failed_at, failure, missing_days, key_refusal },
}: {
  source: SourceStatus
}) {
  const lines = [
    state !== 'key-refused' &&
      `${name}: ${sourceStates[state].word.toLowerCase()}${failing_since ? ` since ${formatInstant(failing_since)}` : ''}.`,
    missing_days > 0 &&
      `${formatPlural(missing_days, 'day')} of the last eight weeks ${missing_days === 1 ? 'is' : 'are'} missing.`,
    failure && `${failed_at ? `${formatInstant(failed_at)}: ` : ''}${failure}`,
    key_refusal?.message,
  ]
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <SentenceText text={lines.filter(Boolean).join(' ')} />
    </Alert>
  )
}

interface HintProps extends Partial<StateLabelProps> {
  tab: AdminTab
  children?: ReactNode
}

function Hint({ tab, tone, word, children }: HintProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.25 }}>
      {tone && word && <StateLabel tone={tone} word={word} />}
      {children}
      <Link component={RouterLink} to={`/admin?tab=${tab}`}>
        Open {tab === 'email' ? 'e-mail' : tab}
      </Link>
    </Box>
  )
}
