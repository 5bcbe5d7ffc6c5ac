import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Fragment, useState } from 'react'
import type { Segment } from '#api/contract/papers.ts'
import type { TextPart } from '#api/contract/textChanges.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { foldRun } from './foldRun.ts'
import { MathText } from './MathText.tsx'

interface ChangedTextProps {
  parts: readonly TextPart[]
}

/**
 * A text with what was added, removed and moved. Each change is marked by a line and a colour, and named for screen
 * readers. Long runs without a change are folded; of what the server left out the number of words is said.
 */
export function ChangedText({ parts }: ChangedTextProps) {
  return parts.map(({ op, segments, number, left_out = 0 }, index) => {
    const key = `${index}`
    const leftOut = left_out > 0 && (
      <LeftOutWords>{` … ${left_out.toLocaleString('en-GB')} ${op === 'same' ? 'words the same' : `more words ${op}`} … `}</LeftOutWords>
    )
    if (op === 'same')
      return (
        <Fragment key={key}>
          <SameRun segments={segments} isFirst={index === 0} isLast={index === parts.length - 1} />
          {leftOut}
        </Fragment>
      )
    const { before, inner, after } = trim(segments)
    const text = <MathText segments={inner} />
    const Marked = MARKS[op]
    return (
      <Fragment key={key}>
        {before}
        <Marked>
          <Named name={op === 'moved' ? 'moved here' : op} />
          {number ? <strong>{text}</strong> : text}
        </Marked>
        {/* Where its sentence ended the text, what was removed ends without a space. */}
        {after || (op === 'removed' && parts[index + 1]?.op === 'added' && ' ')}
        {leftOut}
      </Fragment>
    )
  })
}

function Named({ name }: { name: string }) {
  return <span style={visuallyHidden}> {name}: </span>
}

/** Separates the white space at both ends of a change, which is not marked. */
function trim(segments: readonly Segment[]): { before: string; inner: Segment[]; after: string } {
  const inner = [...segments]
  const [first] = inner
  let [before, after] = ['', '']
  if (first && 'text' in first) {
    before = /^\s*/.exec(first.text)?.[0] ?? ''
    inner[0] = { text: first.text.slice(before.length) }
  }
  const last = inner.at(-1)
  if (last && 'text' in last) {
    after = /\s*$/.exec(last.text)?.[0] ?? ''
    inner[inner.length - 1] = { text: last.text.slice(0, last.text.length - after.length) }
  }
  return { before, inner, after }
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
const LeftOutWords = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

/** A formula is a box, which the line of the text around it does not go through. */
const lineOfFormula = (position: string) => ({
  '& .katex': {
    backgroundImage: 'linear-gradient(currentColor, currentColor)',
    backgroundSize: '100% 1.5px',
    backgroundPosition: `0 ${position}`,
    backgroundRepeat: 'no-repeat',
  },
})

const Added = styled('ins')(({ theme }) => ({
  ...lineOfFormula('100%'),
  color: theme.vars.palette.success.main,
  textDecorationLine: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: 3,
}))

const Removed = styled('del')(({ theme }) => ({
  ...lineOfFormula('58%'),
  color: theme.vars.palette.error.main,
  textDecorationLine: 'line-through',
}))

const Moved = styled('span')(({ theme }) => ({
  color: theme.vars.palette.info.main,
  textDecorationLine: 'underline',
  textDecorationStyle: 'dashed',
  textUnderlineOffset: 3,
}))

const MARKS = { added: Added, removed: Removed, moved: Moved }
