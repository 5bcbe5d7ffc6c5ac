import type { MenuProps } from '@mui/material/Menu'
import { lazy, Suspense, useState } from 'react'

const Menu = lazy(() => import('@mui/material/Menu'))

export interface PopupMenuProps extends Pick<MenuProps, 'slotProps' | 'children'> {
  /** The button that opened the menu; null closes it. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** MUI's menu, whose code is loaded when a menu is opened for the first time. */
export function PopupMenu({ anchor, ...menu }: PopupMenuProps) {
  /** The closed menu stays on the page while it fades. */
  const [wasUsed, setWasUsed] = useState(false)
  if (anchor !== null && !wasUsed) setWasUsed(true)
  return (
    wasUsed && (
      <Suspense>
        <Menu anchorEl={anchor} open={anchor !== null} {...menu} />
      </Suspense>
    )
  )
}
