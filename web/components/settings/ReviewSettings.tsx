import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { Link as RouterLink } from 'react-router-dom'
import type { Preferences } from '#api/contract/users.ts'
import type { SaveStatus } from '../../data/account/useSetting.ts'
import { REVIEW_PATH } from '../../shared/reviewAddress.ts'
import { SettingsRow } from './SettingsRow.tsx'

type Review = Preferences['review']

export interface ReviewSettingsProps {
  value: Review
  status?: SaveStatus
  error?: string | undefined
  onRetry?: (() => void) | undefined
  onChange: (value: Review) => void
}

const OFF = 'off'
// In display order: Monday first. Sunday is 0 in the API.
const WEEKDAYS = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const

/** Whether the weekly review comes by mail, and the last day of its weeks. */
export function ReviewSettings({ value: { weekday }, onChange, ...saving }: ReviewSettingsProps) {
  return (
    <SettingsRow
      label="Weekly review"
      help={
        <>
          By mail, on the morning after the week’s last day. None after a week without news.{' '}
          <Link component={RouterLink} to={REVIEW_PATH} underline="always">
            See the newest
          </Link>
        </>
      }
      {...saving}
    >
      <TextField
        select
        size="small"
        label="Review of weeks until"
        value={weekday ?? OFF}
        onChange={({ target }) => onChange({ weekday: target.value === OFF ? null : Number(target.value) })}
        sx={{ minWidth: 180 }}
      >
        <MenuItem value={OFF}>No mail</MenuItem>
        {WEEKDAYS.map(([day, name]) => (
          <MenuItem key={day} value={day}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </SettingsRow>
  )
}
