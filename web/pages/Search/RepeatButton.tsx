import Button from '@mui/material/Button'

interface RepeatButtonProps {
  label: string
  /** Whether the search is repeated now. */
  busy: boolean
  onRepeat: () => void
}

/** Repeats a search whose answer lacks something. */
export function RepeatButton({ label, busy, onRepeat }: RepeatButtonProps) {
  return (
    <Button color="inherit" size="small" sx={{ flexShrink: 0, whiteSpace: 'nowrap' }} loading={busy} onClick={onRepeat}>
      {label}
    </Button>
  )
}
