import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Segment } from '#api/contract/papers.ts'
import type { ChangedField, ChangePart, FieldChange, PaperChanges, VersionWaiting } from '#api/contract/versions.ts'
import type { ApiError } from '../../shared/client.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { ChangedText } from './ChangedText.tsx'
import { Seconds } from './LookUpProgress.tsx'

interface VersionChangesProps {
  /** The comparison, or that a version is being asked for at its source; undefined before the first answer. */
  answer: PaperChanges | VersionWaiting | undefined
  error: ApiError | undefined
  onRetry: () => void
}

/** What changed from one version of a paper to another one, which may have to be asked for at its source. */
export function VersionChanges({ answer, error, onRetry }: VersionChangesProps) {
  if (error?.code === 'unauthenticated')
    return (
      <Typography role="alert">
        {error.message}{' '}
        <Link component={RouterLink} to="/login" underline="always">
          Sign in
        </Link>
      </Typography>
    )
  // A version that is not kept, of a source that cannot be asked for it: to try again is of no use.
  if (error?.code === 'not-found') return <Typography role="alert">{error.message}</Typography>
  if (error) return <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
  if (!answer)
    return (
      <section aria-busy aria-label="Comparing the versions">
        <Skeleton animation={false} width="60%" />
        <Skeleton animation={false} />
      </section>
    )
  if ('retry_after' in answer)
    return (
      <Waiting>
        <CircularProgress size={18} aria-hidden />
        <output>{`Asking ${answer.source} for version ${answer.version}…`}</output>
        <Seconds key={answer.version} describe={(passed) => `${passed} s`} />
      </Waiting>
    )
  return <Changes changes={answer} />
}

const NAMES: Record<ChangedField, string> = {
  title: 'Title',
  abstract: 'Abstract',
  authors: 'Authors',
  comment: 'Comment',
  journal_ref: 'Journal reference',
  categories: 'Categories',
  license: 'Licence',
}

function Changes({ changes: { from, to, summary, withdrawn, fields } }: { changes: PaperChanges }) {
  const legend = describeMarks(fields)
  return (
    <>
      <Typography component="output" sx={{ display: 'block', ...(withdrawn && { color: 'error.main' }) }}>
        {to - from > 1 && `From version ${from} to version ${to}: `}
        {summary}
      </Typography>
      {fields.map(({ field, kind, parts }) => (
        <Field key={field}>
          <Typography component="h3" variant="subtitle2">
            {NAMES[field]}
          </Typography>
          <FieldText lang="en" dir="auto">
            <ChangedText parts={kind === 'list' ? joinEntries(parts) : parts} />
          </FieldText>
        </Field>
      ))}
      {legend !== '' && (
        <Typography variant="meta" component="p" sx={{ mt: 1.5 }}>
          {legend}
        </Typography>
      )}
    </>
  )
}

const Waiting = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })
const Field = styled('div')({ marginTop: 12 })
const FieldText = styled('div')(({ theme }) => ({
  ...theme.typography.abstract,
  maxWidth: '65ch',
  overflowWrap: 'anywhere',
}))

/** The entries of a list as text: those in a row that have the same mark are one part. The commas between have none. */
function joinEntries(parts: readonly ChangePart[]): ChangePart[] {
  const joined: ChangePart[] = []
  const add = (op: ChangePart['op'], segments: readonly Segment[]) => {
    const last = joined.at(-1)
    if (last?.op === op) last.segments.push(...segments)
    else joined.push({ op, segments: [...segments] })
  }
  for (const [index, { op, segments }] of parts.entries()) {
    if (index > 0) add(parts[index - 1]?.op === op ? op : 'same', [{ text: ', ' }])
    add(op, segments)
  }
  return joined
}

const MARKS = [
  ['added', 'underlined is new'],
  ['removed', 'struck through was removed'],
  ['moved', 'a dashed line is at another place'],
] as const

/** The marks that occur: "Underlined is new, struck through was removed." */
function describeMarks(fields: readonly FieldChange[]): string {
  const ops = new Set(fields.flatMap(({ parts }) => parts.map(({ op }) => op)))
  const text = MARKS.flatMap(([op, words]) => (ops.has(op) ? words : [])).join(', ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
