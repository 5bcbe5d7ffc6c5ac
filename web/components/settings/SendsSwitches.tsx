import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Typography from '@mui/material/Typography'
import type { Connection } from '#api/contract/connections.ts'
import { SENDS_WORDS, sendsNames } from './connectionWords.ts'

interface SendsSwitchesProps {
  /** Name of the service. */
  name: string
  sends: Connection['sends']
  busy: boolean
  /** Offers alarms, too. */
  isAdmin: boolean
  onSwitch: (changes: Partial<Connection['sends']>) => void
}

/** What a saved connection gets: a check box for each kind of news, with a sentence. */
export function SendsSwitches({ name, sends, busy, isAdmin, onSwitch }: SendsSwitchesProps) {
  const names = sendsNames(isAdmin)
  return (
    <FormControl component="fieldset" sx={{ flexBasis: '100%' }}>
      <FormLabel component="legend" sx={{ typography: 'body2' }}>
        {name} gets
      </FormLabel>
      {names.map((send) => (
        <FormControlLabel
          key={send}
          sx={{ alignItems: 'flex-start', mt: 0.5 }}
          control={
            <Checkbox
              size="small"
              sx={{ pt: 0.25 }}
              checked={sends[send]}
              disabled={busy}
              onChange={(_event, wanted) => onSwitch({ [send]: wanted })}
            />
          }
          label={
            <>
              {SENDS_WORDS[send].name}
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {SENDS_WORDS[send].sentence}
              </Typography>
            </>
          }
        />
      ))}
      {names.every((send) => !sends[send]) && (
        <Typography variant="body2">Nothing is sent while all are off.</Typography>
      )}
    </FormControl>
  )
}
