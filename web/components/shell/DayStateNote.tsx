import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import Typography from '@mui/material/Typography'
import type { DayState } from '#api/contract/days.ts'
import { formatPlural } from '../../shared/format.ts'

export interface DayStateNoteProps {
  state: DayState | undefined
  /** Records of the day that could not be read or placed. */
  unaccounted?: number | undefined
}

/** A quiet note if the shown papers may not be all of the day. Renders nothing for a day that was read completely. */
export function DayStateNote({ state, unaccounted = 0 }: DayStateNoteProps) {
  const text = textOf(state, unaccounted)
  if (text === undefined) return null
  return (
    <Typography variant="body2" sx={{ display: 'flex', gap: 0.75, maxWidth: '68ch', mt: 0.25 }}>
      <HistoryIcon fontSize="small" />
      <span>{text}</span>
    </Typography>
  )
}

function textOf(state: DayState | undefined, unaccounted: number): string | undefined {
  switch (state) {
    case 'recovered':
      return unaccounted === 0
        ? 'Recovered afterwards; may be incomplete.'
        : `Recovered afterwards; may be incomplete: ${formatPlural(unaccounted, 'record')} of the day could not be read or placed, so a few papers may be absent or on another day.`
    case 'announced':
      return unaccounted === 0
        ? undefined
        : `${formatPlural(unaccounted, 'record')} of the day could not be read, so a few papers may be absent.`
    case 'missing':
      return 'A part of this day is missing: not all of its announcement could be read.'
    case 'expected':
      return 'Not final yet: more papers of this day may follow.'
    default:
      return undefined
  }
}
