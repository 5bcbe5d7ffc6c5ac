import Typography from '@mui/material/Typography'
import type { MailStatus } from '#api/contract/mail.ts'
import { formatDay, formatInstant } from '../../shared/format.ts'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { outboxStates } from '../atoms/stateWords.ts'
import { SettingsRow } from './SettingsRow.tsx'

/** What became of the newest weekly review, the reason if it was not sent, and when the next one is due. */
export function NewestReview({ review }: { review: NonNullable<MailStatus['review']> }) {
  const { week, state, reason, sent_at, retry_at, next_at, absence } = review
  const words = [
    sent_at && formatInstant(sent_at),
    reason && reason.replace(/^./, (first) => first.toUpperCase()).replace(/\.$/, ''),
    retry_at && `Next try ${formatInstant(retry_at)}`,
    absence && `None of the newest week: ${absence}`,
    next_at && `The next one is due ${formatInstant(next_at)}`,
  ].filter(Boolean)
  return (
    <SettingsRow
      label="Newest review"
      help={week === null ? 'None was sent yet.' : `The week until ${formatDay(week)}.`}
    >
      <StateLabel {...(state === null ? { tone: 'unknown', word: 'None yet' } : outboxStates[state])} />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {words.join('. ')}.
      </Typography>
    </SettingsRow>
  )
}
