import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import type { EmailTest } from '#api/contract/mail.ts'
import { LogViewer } from './LogViewer.tsx'

const steps: Record<EmailTest['step'], string> = {
  dns: 'finding the server',
  connect: 'connecting',
  tls: 'securing the connection',
  login: 'logging in',
  'mail-from': 'checking the sender',
  'rcpt-to': 'checking the recipient',
  send: 'sending',
}

/** Result of a test of the mail settings: success or cause of failure, and the SMTP transcript. */
export function SmtpTestResult({ result }: { result: EmailTest }) {
  return (
    <Alert severity={result.ok ? 'success' : 'error'} sx={{ '& .MuiAlert-message': { minWidth: 0, width: '100%' } }}>
      <AlertTitle>{result.ok ? 'It works' : `Failed while ${steps[result.step]}`}</AlertTitle>
      {result.message}
      {result.transcript.length > 0 && (
        <Box component="details" sx={{ mt: 1 }}>
          <summary>What was said</summary>
          <Box sx={{ mt: 1 }}>
            <LogViewer label="What was said" lines={result.transcript} isError={(line) => /^S: [45]/.test(line)} />
          </Box>
        </Box>
      )}
    </Alert>
  )
}
