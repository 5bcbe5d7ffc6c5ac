import MenuItem from '@mui/material/MenuItem'
import { flushSync } from 'react-dom'
import { PopupMenu, type PopupMenuProps } from './PopupMenu.tsx'

export interface Action {
  label: string
  onSelect: () => void
}

export interface ActionMenuProps extends Pick<PopupMenuProps, 'anchor' | 'onClose'> {
  actions: readonly Action[]
}

/** A menu of actions. Load it with `lazyPart` when it is opened for the first time. */
export function ActionMenu({ anchor, onClose, actions }: ActionMenuProps) {
  return (
    <PopupMenu anchor={anchor} onClose={onClose}>
      {actions.map(({ label, onSelect }) => (
        <MenuItem
          key={label}
          onClick={() => {
            // The menu gives the focus back to its button, before the action makes that busy and it cannot take it.
            flushSync(onClose)
            onSelect()
          }}
        >
          {label}
        </MenuItem>
      ))}
    </PopupMenu>
  )
}
