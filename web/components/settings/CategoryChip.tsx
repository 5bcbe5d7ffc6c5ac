export interface CategoryChipProps {
  /** Text of the chip: a category code, or "All". */
  label: string
  count?: number
  selected: boolean
  onClick: () => void
}

/** A filter that is on or off: a category, or a state of the reading list. */
export function CategoryChip({ label, count, selected, onClick }: CategoryChipProps) {
  return (
    <button className="chip" type="button" aria-pressed={selected} onClick={onClick}>
      {count === undefined ? label : `${label} ${count}`}
    </button>
  )
}
