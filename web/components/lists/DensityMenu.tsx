import DensityIcon from '@mui/icons-material/DensityMediumOutlined'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Density } from '#api/contract/users.ts'
import { PopupMenu } from '../atoms/PopupMenu.tsx'

export interface DensityMenuProps {
  value: Density
  onChange: (density: Density) => void
}

const DENSITIES: Record<Density, { label: string; help: string }> = {
  comfortable: { label: 'Comfortable', help: 'Title, authors, the abstract as set in your profile' },
  compact: { label: 'Compact', help: 'Two lines of the abstract at most' },
  headlines: { label: 'Headlines', help: 'A line or two of each paper; it opens in place' },
}

/** Button with the menu of densities in which a list can be shown. */
export function DensityMenu({ value, onChange }: DensityMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={`Density: ${DENSITIES[value].label}`}
        title={`Density: ${DENSITIES[value].label}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <DensityIcon fontSize="small" />
      </IconButton>
      <PopupMenu anchor={anchor} onClose={() => setAnchor(null)}>
        {(Object.keys(DENSITIES) as Density[]).map((density) => (
          <MenuItem
            key={density}
            role="menuitemradio"
            aria-checked={density === value}
            selected={density === value}
            onClick={() => {
              setAnchor(null)
              onChange(density)
            }}
          >
            <ListItemText primary={DENSITIES[density].label} secondary={DENSITIES[density].help} />
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
