import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ZoteroConnection, ZoteroProblem, ZoteroQuestion } from '#api/contract/zotero.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatInstant, formatPlural } from '../../shared/format.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { ZoteroQuestions } from './ZoteroQuestions.tsx'

export interface ZoteroSettingsProps {
  connection: ZoteroConnection
  /** Items that were not recognised or were refused; perhaps the first ones only. */
  problems: readonly ZoteroProblem[]
  questions: readonly ZoteroQuestion[]
  busy: boolean
  error?: string | undefined
  onSync: () => void
  onEdit: () => void
  /** Resolves to whether it is disconnected. */
  onDisconnect: () => Promise<boolean>
  onAnswer: (question: ZoteroQuestion, answer: 'keep' | 'remove') => void
}

/** A connected library: what is done with it, what happened last or fails since when, and what the reader decides. */
export function ZoteroSettings(props: ZoteroSettingsProps) {
  const { connection, problems, questions, busy, error, onSync, onEdit, onDisconnect, onAnswer } = props
  const [asking, setAsking] = useKeptDialog('disconnect zotero', false)
  const { last, failing_since, progress, counts, needs_key } = connection
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{describeUse(connection)}</Typography>
      {progress !== null && (
        <Box sx={{ my: 1 }}>
          <Typography variant="body2" id="zotero-progress">
            {describeProgress(progress)}
          </Typography>
          <LinearProgress
            aria-labelledby="zotero-progress"
            {...(progress.total !== null &&
              progress.total > 0 && { variant: 'determinate', value: (100 * progress.done) / progress.total })}
          />
        </Box>
      )}
      {last !== null && last.outcome === 'done' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {last.sentence} {formatInstant(last.at)}.
        </Typography>
      )}
      {last !== null && last.outcome === 'failed' && (
        <Alert severity={needs_key ? 'error' : 'warning'} sx={{ my: 1 }}>
          {last.sentence}
          {failing_since !== null && ` Since ${formatInstant(failing_since)}.`}
        </Alert>
      )}
      {connection.groups.map(
        ({ id, problem, failing_since: since }) =>
          problem !== null && (
            <Alert key={id} severity="warning" sx={{ my: 1, overflowWrap: 'anywhere' }}>
              {problem} What it has taught stays.{since !== null && ` Since ${formatInstant(since)}.`}
            </Alert>
          ),
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {describeCounts(counts)}
      </Typography>
      {problems.length > 0 && <Problems problems={problems} total={counts.problems + counts.waiting} />}
      <ZoteroQuestions questions={questions} total={counts.questions} busy={busy} onAnswer={onAnswer} />
      {error !== undefined && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {error}
        </Alert>
      )}
      <ControlRow sx={{ mt: 1 }}>
        <Button variant="outlined" disabled={busy || needs_key || progress !== null} onClick={onSync}>
          Read now
        </Button>
        <Button onClick={onEdit}>{needs_key ? 'Enter a new key' : 'Change'}</Button>
        <Button onClick={() => setAsking(true)}>Disconnect</Button>
      </ControlRow>
      <ConfirmDialog
        open={asking}
        title="Disconnect Zotero?"
        confirmLabel="Disconnect"
        busy={busy}
        error={error}
        onConfirm={async () => {
          if (await onDisconnect()) setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        What was read of your library is forgotten, and it teaches the order no more. Papers on your reading list stay,
        and so does everything at Zotero.
      </ConfirmDialog>
    </>
  )
}

function Problems({ problems, total }: { problems: readonly ZoteroProblem[]; total: number }) {
  return (
    <Box component="details" sx={{ my: 0.5 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 0.5 }}>
        {formatPlural(total, 'item')} not recognised, waiting or refused
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {problems.map(({ key, title, reason }) => (
          <Typography component="li" variant="body2" key={key} sx={{ overflowWrap: 'anywhere' }}>
            {title}{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {reason}
            </Box>
          </Typography>
        ))}
        {total > problems.length && (
          <Typography component="li" variant="body2">
            and {total - problems.length} more
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function describeUse({ username, read, collections, groups, push_to }: ZoteroConnection): string {
  const taught =
    read === 'nothing'
      ? 'nothing is read'
      : read === 'library'
        ? 'all papers teach your order'
        : `${collections.map(({ name }) => `“${name}”`).join(', ')} ${collections.length === 1 ? 'teaches' : 'teach'} your order`
  const sent = push_to === null ? 'Nothing is sent' : `Papers you save go to “${push_to.name}”`
  const fromGroups =
    groups.length === 0
      ? ''
      : ` Of ${groups.length === 1 ? 'the group' : 'the groups'} ${groups.map(({ name }) => `“${name}”`).join(', ')} all papers teach.`
  return `Library of ${username}: ${taught}.${fromGroups} ${sent}.`
}

const describeProgress = ({ done, total, step }: NonNullable<ZoteroConnection['progress']>): string =>
  step === '' ? 'Waiting to be read…' : `${step}: ${total === null ? done : `${done} of ${total}`}`

function describeCounts({ papers, sent }: ZoteroConnection['counts']): string {
  const parts = [
    ...(papers > 0 ? [`${formatPlural(papers, 'paper')} recognised`] : []),
    ...(sent > 0 ? [`${formatPlural(sent, 'saved paper')} in Zotero`] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}
