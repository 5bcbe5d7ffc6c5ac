import Chip from '@mui/material/Chip'

export interface CategoryChipProps {
  /** Text of the chip: a category code, or "All". */
  label: string
  /** Full name, for the tooltip and screen readers. */
  name?: string
  count?: number
  selected?: boolean
  onClick?: () => void
  onRemove?: () => void
}

/** Colours that an operating system forces on a page leave no other mark of a choice. */
const forcedHighlight = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    '&, &.MuiChip-clickable:hover': { bgcolor: 'Highlight', color: 'HighlightText', borderColor: 'Highlight' },
  },
}

/** A category chip: a filter that is on or off (`onClick`), or a selection that can be removed (`onRemove`). */
export function CategoryChip({ label, name, count, selected = false, onClick, onRemove }: CategoryChipProps) {
  const text = count === undefined ? label : `${label} ${count}`
  return (
    <Chip
      label={text}
      title={name}
      variant="outlined"
      onClick={onClick}
      onDelete={onRemove}
      aria-pressed={onClick ? selected : undefined}
      aria-label={
        onRemove && !onClick ? `${text}${name === undefined ? '' : `, ${name}`}, remove with Delete` : undefined
      }
      sx={{
        color: selected ? 'background.default' : 'text.secondary',
        bgcolor: selected ? 'text.primary' : 'transparent',
        borderColor: selected ? 'text.primary' : 'divider',
        fontVariantNumeric: 'tabular-nums',
        // Grows with the text.
        height: 'auto',
        minHeight: 32,
        ...(selected && forcedHighlight),
        '&.MuiChip-clickable:hover': {
          bgcolor: selected ? 'text.primary' : 'background.paper',
          borderColor: selected ? 'text.primary' : 'edge',
        },
        '@media (pointer: coarse)': onRemove
          ? {
              minHeight: 44,
              borderRadius: '22px',
              // The whole end of the chip can be pressed.
              '& .MuiChip-deleteIcon': { boxSizing: 'content-box', padding: '11px', margin: '0 0 0 -14px' },
            }
          : { minHeight: 36, borderRadius: '18px' },
      }}
    />
  )
}
