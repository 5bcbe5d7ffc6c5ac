import type { HealthState, SourceStatus } from '#api/contract/admin.ts'
import type { DayState } from '#api/contract/days.ts'
import type { JobKind, JobState } from '#api/contract/jobKinds.ts'
import type { OutboxRow, OutboxState, SuppressionCause } from '#api/contract/mail.ts'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import type { StateLabelProps } from './StateLabel.tsx'

// Labels and tones of every state, shared by all tables, cards and filters.

export const jobNames: Record<JobKind, string> = {
  ingest: 'Fetch the announcements',
  'fetch-arxiv': 'Fetch by query',
  'fetch-papers': 'Fetch imported papers',
  'look-up-paper': 'Look a paper up',
  'process-papers': 'Process stored papers',
  deliver: 'Deliver to readers',
  'prepare-ranking': 'Prepare the ranking',
  digest: 'Send digests',
  'wipe-and-refetch': 'Wipe and refetch',
  'send-top-papers': 'Send top papers',
  'send-welcome': 'Send a welcome mail',
  'resend-mails': 'Send mails again',
  'send-messages': 'Post days to connections',
  'load-samples': 'Load the sample library',
  'renew-texts': 'Renew stored texts',
  'rebuild-index': 'Rebuild the search index',
  'visit-feeds': 'Visit feeds',
  'read-venues': 'Read venues',
  enrich: 'Ask for more about papers',
  'sync-zotero': 'Read and fill a library at Zotero',
  'read-notices': 'Read retractions and corrections',
  backup: 'Back up the library',
}

export const jobStates: Record<JobState, StateLabelProps> = {
  queued: { tone: 'unknown', word: 'Waiting' },
  running: { tone: 'running', word: 'Running' },
  succeeded: { tone: 'good', word: 'Succeeded' },
  partial: { tone: 'warning', word: 'Partly done' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'unknown', word: 'Cancelled' },
}

export const backupStates = {
  running: { tone: 'running', word: 'Being made' },
  done: { tone: 'good', word: 'Made' },
  verified: { tone: 'good', word: 'Verified' },
  broken: { tone: 'bad', word: 'Cannot be restored' },
  failed: { tone: 'bad', word: 'Failed' },
} satisfies Record<string, StateLabelProps>

export const mailNames: Record<OutboxRow['kind'], string> = {
  digest: 'Digest',
  review: 'Weekly review',
  welcome: 'Welcome',
  'top-papers': 'Top papers',
  test: 'Test',
  'connection-off': 'Connection switched off',
  alarm: 'Alarm',
  ereader: 'E-reader',
  'ereader-test': 'Test of an e-reader',
  slack: 'Slack',
  discord: 'Discord',
  matrix: 'Matrix',
  mattermost: 'Mattermost',
  ntfy: 'ntfy',
  webhook: 'Own webhook',
}

export const outboxStates: Record<OutboxState, StateLabelProps> = {
  queued: { tone: 'unknown', word: 'Waiting' },
  claimed: { tone: 'running', word: 'Being prepared' },
  'handing-off': { tone: 'running', word: 'Being sent' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
  uncertain: { tone: 'warning', word: 'Perhaps sent' },
  suppressed: { tone: 'warning', word: 'Held back' },
}

export const suppressionCauses: Record<SuppressionCause, string> = {
  'no-mailbox': 'There is no such mailbox',
  'no-domain': 'The domain takes no mail',
  'mailbox-disabled': 'The mailbox is disabled',
  'bad-syntax': 'The address is not valid',
}

export const sourceStates: Record<SourceStatus['state'], StateLabelProps> = {
  ok: { tone: 'good', word: 'Good' },
  slow: { tone: 'warning', word: 'Requests fail' },
  'key-refused': { tone: 'warning', word: 'Key refused' },
  failing: { tone: 'bad', word: 'Failing' },
  stale: { tone: 'bad', word: 'Days missing' },
  running: { tone: 'running', word: 'Running' },
  never: { tone: 'unknown', word: 'Not fetched yet' },
  unfollowed: { tone: 'unknown', word: 'Not followed' },
  off: { tone: 'unknown', word: 'Off' },
}

export const dayStates: Record<DayState, StateLabelProps> = {
  announced: { tone: 'good', word: 'Announced' },
  empty: { tone: 'unknown', word: 'Nothing announced' },
  recovered: { tone: 'warning', word: 'Recovered' },
  missing: { tone: 'bad', word: 'Missing' },
  expected: { tone: 'unknown', word: 'Expected' },
}

export const healthStates: Record<HealthState, StateLabelProps> = {
  ok: { tone: 'good', word: 'Good' },
  slow: { tone: 'warning', word: 'Needs attention' },
  down: { tone: 'bad', word: 'Down' },
  unknown: { tone: 'unknown', word: 'Unknown' },
}

export const readingStatuses: Record<ReadingStatus, string> = { to_read: 'To read', reading: 'Reading', done: 'Done' }
