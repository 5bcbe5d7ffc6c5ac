import type { MenuProps } from '@mui/material/Menu'
import { lazy, Suspense } from 'react'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { loadPart } from '../../shared/loadPart.ts'

const Menu = lazy(() => loadPart(() => import('@mui/material/Menu')))

export interface PopupMenuProps extends Pick<MenuProps, 'slotProps' | 'children'> {
  /** The button that opened the menu; null closes it. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** MUI's menu, whose code is loaded when a menu is opened for the first time. */
export function PopupMenu({ anchor, ...menu }: PopupMenuProps) {
  const wasOpened = useWasOpened(anchor !== null)
  return (
    wasOpened && (
      <Suspense>
        <Menu anchorEl={anchor} open={anchor !== null} {...menu} />
      </Suspense>
    )
  )
}
