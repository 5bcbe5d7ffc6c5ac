import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { EmailConfig, EmailConfigInput, EmailTest } from '#api/contract/mail.ts'
import { SecretField } from './SecretField.tsx'
import { SmtpTestResult } from './SmtpTestResult.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

const OTHER_LOGIN = 'Enter it again: the saved one is only used with the saved server, port, security and user.'

export interface SmtpFormProps {
  config: EmailConfig
  /** Default recipient of test messages. */
  ownEmail: string
  saving?: boolean
  saved?: boolean
  testing?: boolean
  testResult?: EmailTest | undefined
  error?: string | undefined
  /** Path of a field -> error sentence. */
  fields?: Readonly<Record<string, string>>
  onSave: (input: EmailConfigInput) => void
  /** Sends a test message if `to` is set, else only tests the connection. */
  onTest: (input: EmailConfigInput, to?: string) => void
}

const securities = [
  ['none', 'None'],
  ['starttls', 'STARTTLS'],
  ['tls', 'TLS'],
] as const
const noFields: Readonly<Record<string, string>> = {}

/** Form of the mail server settings. Tests use the values in the form, also unsaved ones. */
export function SmtpForm(props: SmtpFormProps) {
  const { config, ownEmail, saving, saved, testing, testResult, error, fields = noFields, onSave, onTest } = props
  const [form, setForm] = useKeptInput(`mail server ${config.version}`, () => toForm(config))
  // Undefined keeps the saved password; an empty string removes it.
  const [password, setPassword] = useKeptInput<string | undefined>(`mail password ${config.version}`, undefined)
  const [to, setTo] = useKeptInput('mail test', ownEmail)
  /** The settings that were loaded into the form. Those of another admin do not replace what is typed. */
  const [base, setBase] = useState(config)
  const load = () => {
    setBase(config)
    setForm(toForm(config))
    setPassword(undefined)
  }
  const isUntouched = password === undefined && isEqual(form, toForm(base))
  const isOwnSave = saved === true && isEqual(form, toForm(config))
  const isOld = config.version !== base.version
  if (isOld && (isUntouched || isOwnSave)) load()
  const problem = (name: string) => Object.entries(fields).find(([path]) => path.split(/[./]/).at(-1) === name)?.[1]
  // An error shown at its field is not repeated below the form.
  const isShownAtField = [...Object.keys(form), 'password'].some((name) => problem(name) !== undefined)
  const field = (name: Exclude<keyof Form, 'enabled'>, label: string) => ({
    label,
    name,
    size: 'small' as const,
    value: form[name],
    error: problem(name) !== undefined,
    helperText: problem(name),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const input = (): EmailConfigInput => ({
    ...toInput(form),
    version: base.version,
    ...(password !== undefined && { password }),
  })
  const isSameLogin = (['host', 'port', 'security', 'user'] as const).every(
    (name) => form[name].trim() === toForm(config)[name],
  )

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave(input())
      }}
    >
      <Stack sx={{ gap: 2, p: { xs: 2, sm: 3 } }}>
        {!config.configured && !config.sink && (
          <Alert severity="warning">No mail is sent: nothing was saved yet. The values below are proposals.</Alert>
        )}
        {!config.configured && config.sink && (
          <Alert
            severity="warning"
            // On phones the button is below the text.
            sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: '1 1 60%' } }}
            action={
              <Button
                type="submit"
                color="inherit"
                size="small"
                loading={saving ?? false}
                sx={{ whiteSpace: 'nowrap' }}
              >
                Use the mail sink
              </Button>
            }
          >
            No mail is sent: nothing was saved yet. The values below are those of the built-in mail sink, which keeps
            all mail and delivers none.
          </Alert>
        )}
        <FormControlLabel
          control={<Switch checked={form.enabled} onChange={(_event, enabled) => setForm({ ...form, enabled })} />}
          label="Send mail"
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' } }}>
          <TextField {...field('host', 'Server')} required />
          <TextField {...field('port', 'Port')} required slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
          <TextField select {...field('security', 'Security')}>
            {securities.map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField {...field('user', 'User')} slotProps={{ htmlInput: { autoComplete: 'off' } }} />
          <SecretField
            noun="password"
            name="mail password"
            // A save changes the key, which clears the typed password.
            key={base.updated_at}
            isSet={config.password_set && isSameLogin}
            help={config.password_set && !isSameLogin ? OTHER_LOGIN : undefined}
            value={password}
            error={problem('password')}
            onChange={setPassword}
          />
          <TextField {...field('from_name', 'Sender name')} required />
          <TextField {...field('from_address', 'Sender address')} required type="email" />
          <TextField {...field('reply_to', 'Reply to (optional)')} type="email" />
          <TextField {...field('max_per_minute', 'Mails a minute, at most')} required />
        </Box>
        {error !== undefined && !isShownAtField && <Alert severity="error">{error}</Alert>}
        {isOld && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" size="small" onClick={load} sx={{ whiteSpace: 'nowrap' }}>
                Load them
              </Button>
            }
          >
            Another admin has saved other settings. Loading them removes what you have changed here.
          </Alert>
        )}
        <ControlRow>
          <Button type="submit" variant="contained" color="primary" loading={saving ?? false}>
            Save mail settings
          </Button>
          <Typography component="output" variant="body2" sx={{ color: 'success.main' }}>
            {saved ? 'Saved' : ''}
          </Typography>
        </ControlRow>
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 2, display: 'grid', gap: 1.5 }}>
          <Typography variant="h3">Test with the values above</Typography>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
            <Button type="button" variant="outlined" loading={testing ?? false} onClick={() => onTest(input())}>
              Test the connection
            </Button>
            <TextField
              size="small"
              type="email"
              label="Send a test to"
              value={to}
              onChange={(event) => setTo(event.target.value)}
              sx={{ minWidth: 260 }}
            />
            <Button
              type="button"
              variant="outlined"
              loading={testing ?? false}
              disabled={to.trim() === ''}
              onClick={() => onTest(input(), to.trim())}
            >
              Send a test
            </Button>
          </Stack>
          {testResult && <SmtpTestResult result={testResult} />}
        </Box>
      </Stack>
    </form>
  )
}

interface Form {
  host: string
  port: string
  security: EmailConfig['security']
  user: string
  from_name: string
  from_address: string
  reply_to: string
  max_per_minute: string
  enabled: boolean
}

const isEqual = (one: Form, other: Form) => JSON.stringify(one) === JSON.stringify(other)

const toForm = (config: EmailConfig): Form => ({
  host: config.host,
  port: `${config.port}`,
  security: config.security,
  user: config.user ?? '',
  from_name: config.from_name,
  from_address: config.from_address,
  reply_to: config.reply_to ?? '',
  max_per_minute: `${config.max_per_minute}`,
  enabled: config.enabled,
})

const toInput = ({
  host,
  port,
  security,
  user,
  from_name,
  from_address,
  reply_to,
  max_per_minute,
  enabled,
}: Form): EmailConfigInput => ({
  host: host.trim(),
  // Input that is not a number becomes 0, which the server rejects with an error at the field.
  port: Number(port) || 0,
  security,
  from_name: from_name.trim(),
  from_address: from_address.trim(),
  max_per_minute: Number(max_per_minute) || 0,
  enabled,
  ...(user.trim() && { user: user.trim() }),
  ...(reply_to.trim() && { reply_to: reply_to.trim() }),
})
