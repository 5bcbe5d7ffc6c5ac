import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { MailStatus } from '#api/contract/mail.ts'
import { formatInstant } from '../../shared/format.ts'
import { suppressionCauses } from '../atoms/stateWords.ts'
import { SiteLink } from '../atoms/SiteLink.tsx'

export interface ReturnedMailNoteProps {
  /** The reader's address. */
  email: string
  returned: NonNullable<MailStatus['returned']>
  busy?: boolean
  error?: string | undefined
  /** Whether to link to the settings of the digest. */
  linksToSettings?: boolean
  /** On a phone, one line that shows the rest on request: the first card of the day comes before the fold. */
  foldsOnPhone?: boolean
  onResume: () => void
}

/** Warning that the mail server refuses the reader's address, with the cause and a button that resumes the mail. */
export function ReturnedMailNote({
  email,
  returned,
  busy = false,
  error,
  linksToSettings = false,
  foldsOnPhone = false,
  onResume,
}: ReturnedMailNoteProps) {
  const { cause, reason, since } = returned
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const note = (
    <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      Mail to {email} came back on {formatInstant(since)}:{' '}
      {suppressionCauses[cause].replace(/^./, (first) => first.toLowerCase())} (“{reason}”). No mail is sent to you.{' '}
      <Button size="small" color="inherit" variant="outlined" loading={busy} onClick={onResume}>
        Try again with the next digest
      </Button>{' '}
      {linksToSettings && <SiteLink to="/profile#digest">Change how you get it</SiteLink>}
      {error !== undefined && <div>{error}</div>}
    </Alert>
  )
  if (!foldsOnPhone || !isPhone) return note
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', minHeight: 24 }, '&[open] summary': { mb: 1 } }}>
      <Typography component="summary" sx={{ color: 'warning.main', fontWeight: 500 }}>
        Mail to you came back
      </Typography>
      {note}
    </Box>
  )
}
