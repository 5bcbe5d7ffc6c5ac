import Chip from '@mui/material/Chip'

export interface ChosenCategoryProps {
  /** Code of the category, or the name of a topic. */
  label: string
  /** Full name, for the tooltip and screen readers, if the label does not say it. */
  name?: string
  /** Undefined while the choice cannot be changed. */
  onRemove: (() => void) | undefined
}

/** A chosen category, which can be removed. */
export function ChosenCategory({ label, name, onRemove }: ChosenCategoryProps) {
  return (
    <Chip
      label={label}
      title={name ?? label}
      onDelete={onRemove}
      aria-label={onRemove && `${label}${name === undefined ? '' : `, ${name}`}, remove with Delete`}
    />
  )
}
