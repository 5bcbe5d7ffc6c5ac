import { Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { destinationsFor } from '../../shared/destinations.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useUser } from '../../shared/useUser.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'

const ShortcutHelp = lazyPart(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp)

interface GlobalShortcutsProps {
  /** Renders the page. `showHelp` opens the list of shortcuts. */
  children: (showHelp: () => void) => ReactNode
}

/** Keyboard shortcuts of every signed-in page, and the dialog that lists all shortcuts. */
export function GlobalShortcuts({ children }: GlobalShortcutsProps) {
  const user = useUser()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const wasOpened = useWasOpened(open)
  const { shortcuts: enabled } = user.preferences
  const pages = destinationsFor(user)

  useShortcuts(
    {
      '?': () => setOpen(true),
      '/': () => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        if (field) field.focus()
        else void navigate('/search')
      },
      ...Object.fromEntries(pages.map(({ key, path }) => [`g ${key}`, () => void navigate(path)])),
    },
    enabled,
  )

  return (
    <>
      {children(() => setOpen(true))}
      {wasOpened && (
        <Suspense>
          <ShortcutHelp open={open} pages={pages} enabled={enabled} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
