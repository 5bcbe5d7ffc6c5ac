import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Fragment, useState } from 'react'
import type { Segment } from '#api/contract/papers.ts'
import type { ChangePart } from '#api/contract/versions.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { foldRun } from './foldRun.ts'
import { MathText } from './MathText.tsx'

interface ChangedTextProps {
  parts: readonly ChangePart[]
}

/**
 * A text with what was added, removed and moved. Each change is marked by a line and a colour, and named for screen
 * readers. Long runs without a change are folded.
 */
export function ChangedText({ parts }: ChangedTextProps) {
  return parts.map(({ op, segments, number }, index) => {
    const key = `${index}`
    if (op === 'same')
      return <SameRun key={key} segments={segments} isFirst={index === 0} isLast={index === parts.length - 1} />
    const shown = number ? (
      <strong>
        <MathText segments={segments} />
      </strong>
    ) : (
      <MathText segments={segments} />
    )
    if (op === 'moved')
      return (
        <Moved key={key}>
          <Named name="moved here" />
          {shown}
        </Moved>
      )
    const Marked = op === 'added' ? Added : Removed
    return (
      <Fragment key={key}>
        <Marked>
          <Named name={op} />
          {shown}
        </Marked>
        {/* What is removed ends without a space where its sentence ended the text. */}
        {op === 'removed' && parts[index + 1]?.op === 'added' && !endsWithSpace(segments) && ' '}
      </Fragment>
    )
  })
}

function Named({ name }: { name: string }) {
  return <span style={visuallyHidden}> {name}: </span>
}

const endsWithSpace = (segments: readonly Segment[]): boolean => {
  const last = segments.at(-1)
  return last !== undefined && 'text' in last && /\s$/.test(last.text)
}

interface SameRunProps {
  segments: readonly Segment[]
  isFirst: boolean
  isLast: boolean
}

function SameRun({ segments, isFirst, isLast }: SameRunProps) {
  const [isOpen, setOpen] = useState(false)
  const folded = foldRun(segments, { isFirst, isLast })
  if (folded === null) return <MathText segments={segments} />
  const { before, hidden, after, words } = folded
  return (
    <>
      <MathText segments={before} />
      {isOpen ? (
        // The button that had the focus is gone.
        <Unfolded tabIndex={-1} ref={(element) => element?.focus()}>
          <MathText segments={hidden} />
        </Unfolded>
      ) : (
        <>
          {' '}
          <Link component="button" type="button" onClick={() => setOpen(true)} sx={{ minHeight: '1.5rem' }}>
            … {words} words the same …
          </Link>
        </>
      )}
      <MathText segments={after} />
    </>
  )
}

const Unfolded = styled('span')({ outline: 'none' })

const Added = styled('ins')(({ theme }) => ({
  color: theme.vars.palette.success.main,
  textDecorationLine: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: 3,
}))

const Removed = styled('del')(({ theme }) => ({
  color: theme.vars.palette.error.main,
  textDecorationLine: 'line-through',
}))

const Moved = styled('span')(({ theme }) => ({
  color: theme.vars.palette.info.main,
  textDecorationLine: 'underline',
  textDecorationStyle: 'dashed',
  textUnderlineOffset: 3,
}))
