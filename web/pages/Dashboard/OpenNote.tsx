import { styled } from '@mui/material/styles'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { leaveNote } from '../../components/papers/focusNote.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import type { CardNoteProps } from './CardNote.tsx'

const CardNote = lazyPart(async () => (await import('./CardNote.tsx')).CardNote)

/** Loads the editor of notes, so that a note opens at once. */
export const preloadNote = CardNote.preload

/** The note on a card, whose editor is loaded after the cards. What is typed before that is handed over to it. */
export function OpenNote(props: Omit<CardNoteProps, 'typed' | 'takesFocus'>) {
  const [typed, setTyped] = useState('')
  const [hasFocus, setFocus] = useState(true)
  return (
    <Suspense fallback={<TypedAhead value={typed} onChange={setTyped} onFocusChange={setFocus} />}>
      <CardNote {...props} typed={typed} takesFocus={hasFocus} />
    </Suspense>
  )
}

interface TypedAheadProps {
  value: string
  onChange: (text: string) => void
  onFocusChange: (hasFocus: boolean) => void
}

function TypedAhead({ value, onChange, onFocusChange }: TypedAheadProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Before the next key event, which is a shortcut outside a field.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <Field
      ref={field}
      aria-label="Your note"
      rows={4}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => onFocusChange(true)}
      // It keeps the focus of a window that is left.
      onBlur={(event) => onFocusChange(document.activeElement === event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        leaveNote(event.currentTarget)
      }}
    />
  )
}

/** Looks like the field of the editor, which takes its place. */
const Field = styled('textarea')(({ theme }) => ({
  ...theme.typography.abstract,
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 620,
  margin: '36px 0 32px',
  padding: '16.5px 14px',
  border: `1px solid ${theme.vars.palette.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  color: 'inherit',
  resize: 'none',
}))
