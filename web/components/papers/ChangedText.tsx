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
 * readers; a paragraph that moved begins with where it was, or is now. Long runs without a change are folded; of what the server left out the number of words is said.
 */
export function ChangedText({ parts }: ChangedTextProps) {
  return parts.map((part, index) => {
    const { op, segments, number, left_out = 0, moved_to } = part
    const key = `${index}`
    const leftOut = left_out > 0 && (
      <LeftOutWords>{` … ${left_out.toLocaleString('en-GB')} ${describeLeftOut(part)} … `}</LeftOutWords>
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
    const place = placeOf(part, parts[index - 1])
    const isNamed = place !== null && (op === 'moved' || moved_to !== undefined)
    const Marked = moved_to === undefined ? MARKS[op] : MovedAway
    return (
      <Fragment key={key}>
        {before}
        {place}
        <Marked>
          {!isNamed && <Named name={op === 'moved' ? 'moved here' : op} />}
          {number ? <strong>{text}</strong> : text}
        </Marked>
        {/* Where its sentence ended the text, what was removed ends without a space. */}
        {after || (op === 'removed' && parts[index + 1]?.op === 'added' && ' ')}
        {leftOut}
      </Fragment>
    )
  })
}

const describeLeftOut = ({ op, moved_to }: TextPart): string =>
  op === 'same' ? 'words the same' : moved_to === undefined ? `more words ${op}` : 'more words'

/** Where a paragraph that begins with this part was, or is now; null for other parts. */
function placeOf({ moved_from, moved_to }: TextPart, last: TextPart | undefined) {
  if (moved_to !== undefined) return <Place verb="Moved to" name={moved_to} />
  return moved_from === undefined || last?.moved_from === moved_from ? null : (
    <Place verb="Moved from" name={moved_from} />
  )
}

function Place({ verb, name }: { verb: string; name: string }) {
  return (
    <PlaceText>
      {verb} <bdi>{name}</bdi>:{' '}
    </PlaceText>
  )
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

/** The first words of a paragraph that is at another place now: not struck through, for they are not gone. */
const MovedAway = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

const PlaceText = styled('span')(({ theme }) => ({ ...theme.typography.meta, color: theme.vars.palette.info.main }))

const MARKS = { added: Added, removed: Removed, moved: Moved }
