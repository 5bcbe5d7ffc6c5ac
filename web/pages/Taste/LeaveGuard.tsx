import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { formatPlural } from '../../shared/format.ts'

/** Asks before the page is left with changes that are not in use. */
export function LeaveGuard({ changes }: { changes: number }) {
  const blocker = useBlocker(changes > 0)
  useEffect(() => {
    if (changes === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changes])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without using your changes?"
      confirmLabel={`Leave ${formatPlural(changes, 'change')} unused`}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Nothing is saved before “Use this”. Your lists stay in the order they have now.
    </ConfirmDialog>
  )
}
