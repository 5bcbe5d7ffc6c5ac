import { Suspense } from 'react'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import type { UndoBarProps } from './UndoBar.tsx'

const UndoBar = lazyPart(async () => (await import('./UndoBar.tsx')).UndoBar)

/** The last action with an Undo button, loaded on its first use. The page must offer a second way to undo. */
export function UndoSnackbar(props: UndoBarProps) {
  const wasOpened = useWasOpened(props.message !== null)
  return (
    wasOpened && (
      <Suspense>
        <UndoBar {...props} />
      </Suspense>
    )
  )
}
