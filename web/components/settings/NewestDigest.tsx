import Typography from '@mui/material/Typography'
import type { MailStatus } from '#api/contract/mail.ts'
import { formatDay, formatInstant } from '../../shared/format.ts'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { outboxStates } from '../atoms/stateWords.ts'
import { SettingsRow } from './SettingsRow.tsx'

/** What became of the digest of the newest announcement: its state, the reason if it was not sent, the next try. */
export function NewestDigest({ digest }: { digest: NonNullable<MailStatus['digest']> }) {
  const { day, state, reason, sent_at, retry_at } = digest
  const words = [
    sent_at && formatInstant(sent_at),
    reason?.replace(/^./, (first) => first.toUpperCase()),
    retry_at && `Next try ${formatInstant(retry_at)}`,
  ].filter(Boolean)
  return (
    <SettingsRow label="Newest mail" help={`The digest of ${formatDay(day)}.`}>
      <StateLabel
        {...(state === null ? { tone: 'unknown', word: reason === null ? 'Due' : 'No mail' } : outboxStates[state])}
      />
      {words.length > 0 && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {words.join('. ')}
        </Typography>
      )}
    </SettingsRow>
  )
}
