import RefreshIcon from '@mui/icons-material/RefreshOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { formatAgo, formatBytes, formatDuration } from '../../shared/format.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { AlarmLine } from '../../components/admin/AlarmLine.tsx'
import { HealthTile } from '../../components/admin/HealthTile.tsx'
import { SentenceText } from '../../components/atoms/SentenceText.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { healthStates } from '../../components/atoms/stateWords.ts'
import { useSystemHealth } from '../../data/admin/systemState.ts'
import { useConfig } from '../../data/account/useConfig.ts'
import { AdminSection } from './AdminSection.tsx'
import { BackupsSection } from './BackupsSection.tsx'

/** Health of every dependency, and the backups. */
export function HealthTab() {
  return (
    <>
      <SystemHealthSection />
      <BackupsSection />
    </>
  )
}

/** Checked every 15 s while the page is visible. */
function SystemHealthSection() {
  const { data: health, error, isValidating, mutate } = useSystemHealth()
  if (error && !health) return <ErrorState error={error} onRetry={() => void mutate()} />
  return (
    <AdminSection
      title="System health"
      action={
        <ControlRow>
          {health && <Updated at={health.checks[0]?.checked_at} failed={error !== undefined} />}
          <Button
            startIcon={<RefreshIcon />}
            loading={isValidating}
            loadingPosition="start"
            onClick={() => void mutate()}
          >
            Check now
          </Button>
        </ControlRow>
      }
    >
      {health ? (
        <>
          <Typography component="output" sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', mb: 2 }}>
            <StateLabel {...healthStates[health.verdict]} />
            <SentenceText text={health.message} />
          </Typography>
          <Tiles>
            {health.checks.map((check) => (
              <HealthTile key={check.name} {...check} />
            ))}
          </Tiles>
          <Typography variant="meta" component="p" sx={{ mt: 2 }}>
            Version {health.version}, up for {formatDuration(health.uptime_seconds * 1_000)},{' '}
            {formatBytes(health.memory_bytes)} of memory.
          </Typography>
          {/* A server of an earlier version does not say it. */}
          {health.alarms && <AlarmLine alarms={health.alarms} />}
          <OutboxLink />
        </>
      ) : (
        <Tiles>
          {[1, 2, 3, 4, 5, 6].map((tile) => (
            <Skeleton key={tile} animation={false} variant="rounded" height={96} />
          ))}
        </Tiles>
      )}
    </AdminSection>
  )
}

function Tiles({ children }: { children: React.ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))' }}>
      {children}
    </Box>
  )
}

/** Age of the last result. Keeps counting while no new result arrives. */
function Updated({ at, failed }: { at: string | undefined; failed: boolean }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 5_000)
    return () => clearInterval(timer)
  }, [])
  if (at === undefined) return null
  return (
    <Typography variant="meta">
      Updated {formatAgo(at, now)}
      {failed && ', the last check failed'}
    </Typography>
  )
}

function OutboxLink() {
  const { config, error, retry } = useConfig()
  if (error) return <MissingPart what="Where mail goes" error={error} onRetry={retry} />
  if (!config?.features.outbox_page) return null
  return (
    <Typography variant="meta" component="p">
      <Link href="/api/dev/outbox" underline="always">
        Mails in the built-in mail sink
      </Link>
    </Typography>
  )
}
