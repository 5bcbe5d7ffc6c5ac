export interface CategoryChipProps {
  /** Text of the chip: a category code, the words of a search, or "All". */
  label: string
  isSearch?: boolean
  count?: number
  selected: boolean
  onClick: () => void
}

/** A filter that is on or off: a category, a followed search, or a state of the reading list. */
export function CategoryChip({ label, isSearch = false, count, selected, onClick }: CategoryChipProps) {
  return (
    <button className="chip" type="button" aria-pressed={selected} onClick={onClick}>
      {isSearch ? (
        // One part of the button: of several, their names would be read with spaces between them.
        <span className="chip-search">
          “<bdi>{label}</bdi>”
        </span>
      ) : (
        label
      )}
      {count !== undefined && ` ${count}`}
    </button>
  )
}
