import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import Typography from '@mui/material/Typography'
import type { DaySource } from '#api/contract/dashboard.ts'
import type { DayState } from '#api/contract/days.ts'
import { describeUnread } from '../../shared/daySources.ts'
import { formatPlural } from '../../shared/format.ts'

export interface DayStateNoteProps {
  state: DayState | undefined
  /** Records of the day that could not be read or placed. */
  unaccounted?: number | undefined
  /** The day by source, for a reader of several: those that are not read are named. */
  sources?: readonly DaySource[] | undefined
}

/** A quiet note if the shown papers may not be all of the day. Renders nothing for a day that was read completely. */
export function DayStateNote({ state, unaccounted = 0, sources }: DayStateNoteProps) {
  const text = textOf(state, { unaccounted, unread: sources && describeUnread(sources) })
  if (text === undefined) return null
  return (
    <Typography variant="body2" sx={{ display: 'flex', gap: 0.75, maxWidth: '68ch', mt: 0.25 }}>
      <HistoryIcon fontSize="small" />
      <span>{text}</span>
    </Typography>
  )
}

function textOf(
  state: DayState | undefined,
  { unaccounted, unread }: { unaccounted: number; unread: string | undefined },
): string | undefined {
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
      return unread ?? 'A part of this day is missing: not all of its announcement could be read.'
    case 'expected':
      return unread ?? 'Not final yet: more papers of this day may follow.'
    default:
      return undefined
  }
}
