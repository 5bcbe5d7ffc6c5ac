import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import { readingStatuses } from '../atoms/stateWords.ts'

const statuses = Object.keys(readingStatuses) as ReadingStatus[]

export interface ReadingStateSwitchProps {
  value: ReadingStatus
  pending?: boolean
  onChange: (status: ReadingStatus) => void
}

/** Toggle buttons for the reading state of a paper. */
export function ReadingStateSwitch({ value, pending = false, onChange }: ReadingStateSwitchProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label="Reading state"
      aria-busy={pending}
      value={value}
      // A click on the selected button passes null, which is ignored: a paper always has a state.
      onChange={(_event, status: ReadingStatus | null) => status !== null && onChange(status)}
    >
      {statuses.map((status) => (
        <ToggleButton key={status} value={status}>
          {readingStatuses[status]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
