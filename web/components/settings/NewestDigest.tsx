import Typography from '@mui/material/Typography'
import type { MailStatus } from '#api/contract/mail.ts'
import { formatDay, formatInstant } from '../../shared/format.ts'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { outboxStates } from '../atoms/stateWords.ts'
import { SettingsRow } from './SettingsRow.tsx'

/** What became of the newest digest: its state, the reason if it was not sent, the next try; why there is none today. */
export function NewestDigest({ digest }: { digest: NonNullable<MailStatus['digest']> }) {
  const { day, state, reason, sent_at, retry_at, absence } = digest
  const words = [
    sent_at && formatInstant(sent_at),
    reason && capitalize(reason),
    retry_at && `Next try ${formatInstant(retry_at)}`,
  ].filter(Boolean)
  return (
    <SettingsRow label="Newest mail" help={`The digest of ${formatDay(day)}.`}>
      <StateLabel {...(state === null ? { tone: 'unknown', word: 'None yet' } : outboxStates[state])} />
      {words.length > 0 && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {words.join('. ')}
        </Typography>
      )}
      {absence !== null && <Typography variant="body2">None today: {absence}.</Typography>}
    </SettingsRow>
  )
}

const capitalize = (sentence: string) => sentence.replace(/^./, (first) => first.toUpperCase())
