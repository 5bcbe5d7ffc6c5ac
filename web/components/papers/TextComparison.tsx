import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import type { SectionChange, TextChanges, TextWaiting } from '#api/contract/textChanges.ts'
import type { ApiError } from '../../shared/client.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { OutsideLink } from '../atoms/OutsideLink.tsx'
import { ChangedText } from './ChangedText.tsx'
import { Seconds } from './LookUpProgress.tsx'

interface TextComparisonProps {
  /** The comparison, or that the texts are still being asked for; undefined before the first answer. */
  answer: TextChanges | TextWaiting | undefined
  error: ApiError | undefined
  onRetry: () => void
}

/** What changed in the text of a paper from one version to another one, by sections. It has the focus when it appears. */
export function TextComparison({ answer, error, onRetry }: TextComparisonProps) {
  const part = useRef<HTMLElement>(null)
  // The button that was pressed is gone.
  useEffect(() => part.current?.focus(), [])
  return (
    <Part ref={part} tabIndex={-1} aria-label="What changed in the text" aria-busy={!error && !isDone(answer)}>
      {error ? (
        <Failed error={error} onRetry={onRetry} />
      ) : isDone(answer) ? (
        <Compared changes={answer} />
      ) : (
        <Waiting>
          <CircularProgress size={18} aria-hidden />
          <output>arXiv is asked for both versions, one at a time. This takes some seconds.</output>
          <Seconds describe={(passed) => `${passed} s`} />
        </Waiting>
      )}
    </Part>
  )
}

const isDone = (answer: TextChanges | TextWaiting | undefined): answer is TextChanges =>
  answer !== undefined && 'sections' in answer

/** A version without HTML has none at the next try either. */
function Failed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return error.code === 'not-found' ? (
    <Typography role="alert">{error.message}</Typography>
  ) : (
    <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
  )
}

function Compared({ changes: { from, to, from_url, to_url, summary, sections } }: { changes: TextChanges }) {
  const shown = sections.filter(isShown)
  const same = sections.filter((section) => !isShown(section)).map(({ name }) => name)
  // Two sections may have the same number and title; their order does not change.
  const keys = new Map(sections.map((section, index) => [section, index]))
  return (
    <>
      <Typography component="h3" variant="subtitle2">
        Text
      </Typography>
      <Typography component="output" sx={{ display: 'block' }}>
        {summary}
      </Typography>
      {shown.length > 0 && (
        <HairlineList aria-label="Sections that changed">
          {shown.map((section) => (
            <Section key={keys.get(section)} section={section} newUrl={to_url} />
          ))}
        </HairlineList>
      )}
      {same.length > 0 && shown.length > 0 && (
        <Typography variant="meta" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }} lang="en">
          {`The same: ${same.slice(0, NAMED_MAX).join('; ')}`}
          {same.length > NAMED_MAX && `; and ${same.length - NAMED_MAX} more`}
        </Typography>
      )}
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {'From the HTML at arXiv: '}
        <OutsideLink href={from_url}>{`v${from}`}</OutsideLink>
        {', '}
        <OutsideLink href={to_url}>{`v${to}`}</OutsideLink>
        {'. “#” stands for the number of a section, figure, equation or reference; such numbers are not compared.'}
      </Typography>
    </>
  )
}

/** Sections that are the same are named up to this number. */
const NAMED_MAX = 30

const isShown = ({ state, moved, old_title }: SectionChange) => state !== 'same' || moved || old_title !== null

const Row = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  padding: '6px 0',
  overflowWrap: 'anywhere',
}))

const SectionText = styled('div')(({ theme }) => ({
  ...theme.typography.abstract,
  maxWidth: '65ch',
  margin: '4px 0 8px',
  overflowWrap: 'anywhere',
  // Each paragraph begins a line.
  whiteSpace: 'pre-line',
}))

/** One line, which opens what changed in the section. */
function Section({ section, newUrl }: { section: SectionChange; newUrl: string }) {
  const [isOpen, setOpen] = useState(false)
  const { level, summary, parts, is_left_out } = section
  const name = <bdi lang="en">{section.name}</bdi>
  return (
    <Row style={{ paddingInlineStart: `${(level - 1) * 12}px` }}>
      {parts.length > 0 ? (
        <Link
          component="button"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ minHeight: '1.5rem', textAlign: 'start' }}
        >
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <Typography variant="meta" component="span">
        {summary}
      </Typography>
      {is_left_out && (
        <Typography variant="meta" component="p">
          {'Too much changed to be shown here. '}
          <OutsideLink href={newUrl}>Read it at arXiv</OutsideLink>
        </Typography>
      )}
      {isOpen && (
        <SectionText lang="en" dir="auto">
          <ChangedText parts={parts} />
        </SectionText>
      )}
    </Row>
  )
}

const Part = styled('section')({ marginTop: 12, outline: 'none' })
const Waiting = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })
