import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useMailStatus } from '../../data/account/useMailStatus.ts'
import { useAction } from '../../data/useAction.ts'
import { useUser } from '../../shared/useUser.ts'

/** Button that mails the reader the newest digest as a sample. */
export function SampleRow() {
  const { email } = useUser()
  const { sendSample } = useMailStatus()
  const { run, busy, done, error } = useAction(sendSample)
  return (
    <SettingsRow
      label="Sample"
      help="The newest digest with these settings, now. Works while the daily mail is off, too."
    >
      <Button variant="outlined" loading={busy} onClick={() => void run()}>
        Send me a sample now
      </Button>
      <Typography
        variant="body2"
        component="output"
        sx={{ display: 'block', mt: 1, color: error ? 'error.main' : 'text.secondary' }}
      >
        {error ? error.message : done && `A sample is on its way to ${email}.`}
      </Typography>
    </SettingsRow>
  )
}
