import Autocomplete from '@mui/material/Autocomplete'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { DIGEST_PAPERS_MAX } from '#api/contract/limits.ts'
import type { Preferences } from '#api/contract/users.ts'
import type { SaveStatus } from '../../data/account/useSetting.ts'
import { SettingsRow } from './SettingsRow.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

type Digest = Preferences['digest']

export interface DigestSettingsProps {
  value: Digest
  /** The recipient's e-mail address. */
  email: string
  /** Shows the time also while the daily mail is off: another mail comes then, too. */
  withTime?: boolean
  /** Shows the time, days and length also while the daily mail is off: a connection posts the same papers then. */
  withDays?: boolean
  status?: SaveStatus
  error?: string | undefined
  onRetry?: (() => void) | undefined
  onChange: (changes: Partial<Digest>) => void
}

// In display order: Monday first. Sunday is 0 in the API.
const weekdays = [
  [1, 'Mon'],
  [2, 'Tue'],
  [3, 'Wed'],
  [4, 'Thu'],
  [5, 'Fri'],
  [6, 'Sat'],
  [0, 'Sun'],
] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Settings of the daily mail. Calls `onChange` on each change; there is no submit button. */
export function DigestSettings(props: DigestSettingsProps) {
  const { value, email, withTime = false, withDays = false, status, error, onRetry, onChange } = props
  const [changedField, setChangedField] = useState<keyof Digest>('enabled')
  // Only the row that was changed last shows the status of the save.
  const saveProps = (name: keyof Digest) => (name === changedField ? { status, error, onRetry } : {})
  const change = (changes: Partial<Digest>, name: keyof Digest) => {
    setChangedField(name)
    onChange(changes)
  }
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  return (
    <>
      <SettingsRow
        label="Daily mail"
        help={`The new papers of your categories, to ${email}.`}
        {...saveProps('enabled')}
      >
        <FormControlLabel
          control={
            <Switch
              checked={value.enabled}
              slotProps={{ input: { 'aria-label': 'Daily mail' } }}
              onChange={(_event, enabled) => change({ enabled }, 'enabled')}
            />
          }
          label={value.enabled ? 'On' : 'Off'}
        />
      </SettingsRow>
      {(value.enabled || withTime || withDays) && (
        <SettingsRow
          label="Time"
          help="In your time zone. It waits until the day’s announcement is complete."
          {...saveProps('hour')}
        >
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
            <TextField
              select
              size="small"
              label="Hour"
              value={value.hour}
              onChange={(event) => change({ hour: Number(event.target.value) }, 'hour')}
              sx={{ minWidth: 110 }}
            >
              {hours.map((hour) => (
                <MenuItem key={hour} value={hour}>
                  {`${hour}`.padStart(2, '0')}:00
                </MenuItem>
              ))}
            </TextField>
            <Autocomplete
              size="small"
              disableClearable
              options={zones.includes(value.time_zone) ? zones : [value.time_zone, ...zones]}
              value={value.time_zone}
              onChange={(_event, time_zone) => change({ time_zone }, 'hour')}
              renderInput={(params) => <TextField {...params} label="Time zone" />}
              sx={{ minWidth: 240 }}
            />
          </Stack>
        </SettingsRow>
      )}
      {(value.enabled || withDays) && (
        <>
          <SettingsRow label="Days" {...saveProps('weekdays')}>
            <ToggleButtonGroup
              size="small"
              color="primary"
              aria-label="Days of the mail"
              value={value.weekdays}
              onChange={(_event, days: number[]) => change({ weekdays: days }, 'weekdays')}
              sx={{ flexWrap: 'wrap' }}
            >
              {weekdays.map(([day, name]) => (
                <ToggleButton key={day} value={day}>
                  {name}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </SettingsRow>
          <SettingsRow label="Length" help={`At most ${DIGEST_PAPERS_MAX} papers.`} {...saveProps('max_papers')}>
            <PaperCount
              key={value.max_papers}
              value={value.max_papers}
              onChange={(max_papers) => change({ max_papers }, 'max_papers')}
            />
          </SettingsRow>
        </>
      )}
      {value.enabled && (
        <SettingsRow label="Interests" help="Those that you keep apart in “Your taste”." {...saveProps('by_interest')}>
          <FormControlLabel
            control={
              <Switch
                checked={value.by_interest}
                onChange={(_event, by_interest) => change({ by_interest }, 'by_interest')}
              />
            }
            label="Group the papers of the mail by interest"
          />
        </SettingsRow>
      )}
      {value.enabled && (
        <SettingsRow
          label="Empty days"
          help="Otherwise the mail says why there is nothing."
          {...saveProps('skip_empty')}
        >
          <FormControlLabel
            control={
              <Switch
                checked={value.skip_empty}
                onChange={(_event, skip_empty) => change({ skip_empty }, 'skip_empty')}
              />
            }
            label="Only when there is something new"
          />
        </SettingsRow>
      )}
    </>
  )
}

function PaperCount({ value, onChange }: { value: number; onChange: (count: number) => void }) {
  const [text, setText] = useKeptInput('papers in a mail', `${value}`)
  const count = Number(text)
  const invalid = !Number.isInteger(count) || count < 1 || count > DIGEST_PAPERS_MAX
  const apply = () => !invalid && count !== value && onChange(count)
  return (
    <TextField
      size="small"
      type="number"
      label="Papers in a mail"
      value={text}
      error={invalid}
      helperText={invalid ? `A whole number from 1 to ${DIGEST_PAPERS_MAX}.` : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
      slotProps={{ htmlInput: { min: 1, max: DIGEST_PAPERS_MAX } }}
      sx={{ width: 160 }}
    />
  )
}
