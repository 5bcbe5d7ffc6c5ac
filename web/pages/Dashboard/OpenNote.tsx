import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart } from '../../shared/lazyPart.tsx'
import type { CardNoteProps } from './CardNote.tsx'

const CardNote = lazyPart(async () => (await import('./CardNote.tsx')).CardNote)

/** Loads the editor of notes, so that a note opens at once. */
export const preloadNote = CardNote.preload

/** The note on a card, whose editor is loaded after the cards. What is typed before that is handed over to it. */
export function OpenNote(props: Omit<CardNoteProps, 'typed'>) {
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<TypedAhead value={typed} onChange={setTyped} />}>
      <CardNote {...props} typed={typed} />
    </Suspense>
  )
}

function TypedAhead({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Before the next key event, which is a shortcut outside a field.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <textarea
      ref={field}
      className="typed-ahead"
      aria-label="Your note"
      rows={4}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
