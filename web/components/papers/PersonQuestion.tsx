import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import type { PersonJudgement } from '#api/contract/people.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'

export interface PersonQuestionProps {
  /** The followed author. */
  author: string
  /** What the user has said; null for nothing yet. */
  value: PersonJudgement | null
  busy?: boolean
  /** Why the last answer was not stored. */
  problem?: string | undefined
  onJudge: (value: PersonJudgement | null) => void
}

/** Asks whether an author of a paper is the person whom the user follows, or says what was answered, with Undo. */
export function PersonQuestion({ author, value, busy = false, problem, onJudge }: PersonQuestionProps) {
  const line = useRef<HTMLFieldSetElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    // The pressed button went away.
    if (isFocusLost()) line.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [value])
  const name = <bdi>{author}</bdi>
  return (
    <Line ref={line} aria-label={`Is this the ${author} you follow?`}>
      {value === null ? (
        <>
          <span>Is this the {name} you follow?</span>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onJudge('yes')}>
            Yes
          </Button>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onJudge('no')}>
            No
          </Button>
        </>
      ) : (
        <>
          <span>
            {value === 'yes' ? 'By the ' : 'Not by the '}
            {name} you follow. It holds from now on.
          </span>
          <Button size="small" disabled={busy} onClick={() => onJudge(null)}>
            Undo
          </Button>
        </>
      )}
      {problem !== undefined && <span role="alert">Not stored. {problem}</span>}
    </Line>
  )
}

const Line = styled('fieldset')(({ theme }) => ({
  ...theme.typography.meta,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  margin: '8px 0 0',
  padding: 0,
  border: 0,
  minHeight: 32,
  overflowWrap: 'anywhere',
  '& > [role=alert]': { color: theme.vars.palette.error.main },
}))
