import Chip from '@mui/material/Chip'

export interface ChosenCategoryProps {
  /** Code of the category, or the name of a topic. */
  label: string
  /** Full name, for the tooltip and screen readers. */
  name?: string
  /** Undefined while the choice cannot be changed. */
  onRemove: (() => void) | undefined
}

/** A chosen category, which can be removed. */
export function ChosenCategory({ label, name, onRemove }: ChosenCategoryProps) {
  return (
    <Chip
      label={label}
      title={name}
      variant="outlined"
      onDelete={onRemove}
      aria-label={onRemove && `${label}${name === undefined ? '' : `, ${name}`}, remove with Delete`}
      sx={{
        color: 'text.secondary',
        borderColor: 'divider',
        // Grows with the text.
        height: 'auto',
        minHeight: 32,
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
