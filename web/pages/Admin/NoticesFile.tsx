import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SourceStatus } from '#api/contract/admin.ts'
import { SourceProblems } from '../../components/admin/SourceProblems.tsx'
import { usePipeline } from '../../data/admin/usePipeline.ts'
import { useSourcesStatus } from '../../data/admin/paperSources.ts'
import { useStartJob } from '../../data/admin/useJobs.ts'
import { formatCount, formatDay } from '../../shared/format.ts'

/** The sources that publish all their notices as one file: when it was read, what failed, and a button that reads it now. */
export function NoticesFile() {
  const { data } = useSourcesStatus()
  const sources = data?.items.filter(({ file }) => file !== undefined) ?? []
  return sources.map((source) => <FileState key={source.id} source={source} />)
}

function FileState({ source }: { source: SourceStatus }) {
  const { fetchAll } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const isOpen = job?.state === 'queued' || job?.state === 'running'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 1.5 }}>
      <Box sx={{ flex: '1 1 18rem' }}>
        <Typography variant="body2">{describeFile(source)}</Typography>
        <SourceProblems source={source} />
        {error && error.code !== 'already-running' && <Alert severity="error">{error.message}</Alert>}
      </Box>
      <Button
        size="small"
        variant="outlined"
        loading={isBusy || isOpen}
        disabled={!source.enabled}
        aria-label={`Check now: ${source.name}`}
        onClick={() => void start(() => fetchAll({ days_back: 1, source: source.id }))}
      >
        Check now
      </Button>
    </Box>
  )
}

function describeFile({ name, enabled, file }: SourceStatus): string {
  if (!enabled) return `${name} is switched off.`
  if (!file || file.read_on === null) return `${name} was not read yet.`
  const day = `${formatDay(file.read_on)} ${file.read_on.slice(0, 4)}`
  return `${name} was read on ${day}${file.rows === null ? '' : `: ${formatCount(file.rows)} rows`}.`
}
