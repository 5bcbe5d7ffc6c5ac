import Chip from '@mui/material/Chip'

export interface CategoryChipProps {
  /** What stands on the chip: a code, or "All". */
  label: string
  /** Full name, for the tooltip and screen readers. */
  name?: string
  count?: number
  selected?: boolean
  onClick?: () => void
  onRemove?: () => void
}

/** A category as a filter that is on or off, or as a choice that can be taken back. */
export function CategoryChip({ label, name, count, selected = false, onClick, onRemove }: CategoryChipProps) {
  const words = count === undefined ? label : `${label} ${count}`
  return (
    <Chip
      label={words}
      title={name}
      variant="outlined"
      onClick={onClick}
      onDelete={onRemove}
      aria-pressed={onClick ? selected : undefined}
      aria-label={
        onRemove && !onClick ? `${words}${name === undefined ? '' : `, ${name}`}, remove with Delete` : undefined
      }
      sx={{
        color: selected ? 'background.default' : 'text.secondary',
        bgcolor: selected ? 'text.primary' : 'transparent',
        borderColor: selected ? 'text.primary' : 'divider',
        fontVariantNumeric: 'tabular-nums',
        '&.MuiChip-clickable:hover': {
          bgcolor: selected ? 'text.primary' : 'background.paper',
          borderColor: selected ? 'text.primary' : 'edge',
        },
        '@media (pointer: coarse)': { height: 36, borderRadius: '18px' },
      }}
    />
  )
}
