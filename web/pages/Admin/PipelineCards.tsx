import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { PipelineTest } from '#api/contract/admin.ts'
import { Preformatted } from '../../components/atoms/Preformatted.tsx'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { formatDuration } from '../../shared/format.ts'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { healthStates, jobStates } from '../../components/atoms/stateWords.ts'
import { usePipeline } from '../../data/admin/usePipeline.ts'
import { useStartJob } from '../../data/admin/useJobs.ts'
import { useAction } from '../../data/useAction.ts'
import { RunCard } from './RunCard.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

interface StartCardProps {
  title: string
  text: string
  label: string
  request: Parameters<ReturnType<typeof useStartJob>['start']>[0]
}

/** A job that is started without input. */
function StartCard({ title, text, label, request }: StartCardProps) {
  const { start, isBusy, error, job } = useStartJob()
  return (
    <RunCard title={title} text={text} job={job} error={error}>
      <Button variant="outlined" loading={isBusy} onClick={() => void start(request)} sx={{ justifySelf: 'start' }}>
        {label}
      </Button>
    </RunCard>
  )
}

/** Categorises, indexes and delivers the stored papers. */
export const ProcessCard = () => (
  <StartCard
    title="Process stored papers"
    text="Categorises, indexes and delivers stored papers that are not processed yet."
    label="Process papers"
    request={usePipeline().processPapers}
  />
)

/** Loads the invented papers of the sample library. */
export const SamplesCard = () => (
  <StartCard
    title="Sample library"
    text="Invented papers, marked as such, for an installation without a network. Real papers replace them."
    label="Load the sample library"
    request={usePipeline().loadSamples}
  />
)

/** Builds the search index again from the stored papers. */
export const RebuildIndexCard = () => (
  <StartCard
    title="Rebuild the search index"
    text="Builds it again from the stored papers. Searches use the old index until the new one is whole."
    label="Rebuild the index"
    request={usePipeline().rebuildIndex}
  />
)

/** Fetches the recent papers again, then deletes older papers that have no references. */
export function WipeCard() {
  const { wipeAndRefetch } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const [asking, setAsking] = useKeptDialog('wipe', false)
  return (
    <RunCard
      title="Wipe and refetch"
      text="Fetches the recent papers again and then removes older ones that no list, note or delivery refers to."
      job={job}
      error={asking ? undefined : error}
    >
      <Button variant="outlined" color="error" onClick={() => setAsking(true)} sx={{ justifySelf: 'start' }}>
        Wipe and refetch…
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title="Wipe and refetch the library?"
        confirmLabel="Wipe and refetch the library"
        typed="wipe"
        busy={isBusy}
        error={asking ? error?.message : undefined}
        onConfirm={() => void start(wipeAndRefetch).then((isStarted) => isStarted && setAsking(false))}
        onClose={() => setAsking(false)}
      >
        Nothing is removed before the new papers are stored. Accounts, reading lists, notes and deliveries do not
        change. Older papers that no list, note or delivery refers to are deleted.
      </ConfirmDialog>
    </RunCard>
  )
}

/** Runs every stage on a few records and stores nothing. */
export function PipelineTestCard() {
  const { testPipeline } = usePipeline()
  const [result, setResult] = useState<PipelineTest>()
  const { run, busy, error } = useAction(async () => setResult(await testPipeline()))
  return (
    <RunCard
      title="Test the pipeline"
      text="A dry run through every stage on a few records. Nothing is written."
      error={error}
    >
      <Button variant="outlined" loading={busy} onClick={() => void run()} sx={{ justifySelf: 'start' }}>
        Test the pipeline
      </Button>
      {result && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <output>
            <Alert severity={result.ok ? 'success' : 'error'}>
              {result.ok ? 'Every stage works.' : 'Not every stage works.'}
            </Alert>
          </output>
          <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
            {result.stages.map(({ name, ok, ms, message, sample }) => (
              <li key={name}>
                <ControlRow>
                  <Typography variant="subtitle2" component="span">
                    {name}
                  </Typography>
                  <StateLabel {...(ok ? healthStates.ok : jobStates.failed)} />
                  <Typography variant="meta">{formatDuration(ms)}</Typography>
                </ControlRow>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {message}
                </Typography>
                {sample !== undefined && (
                  <Box component="details">
                    <summary>Sample</summary>
                    <Preformatted>{sample}</Preformatted>
                  </Box>
                )}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </RunCard>
  )
}
