/** Kinds and states of jobs. No imports: the terminal loads this file, and schemas would slow its start. */

export const JOB_KINDS = [
  'ingest',
  'fetch-arxiv',
  'fetch-papers',
  'look-up-paper',
  'process-papers',
  'deliver',
  'prepare-ranking',
  'digest',
  'wipe-and-refetch',
  'send-top-papers',
  'send-welcome',
  'resend-mails',
  'send-messages',
  'load-samples',
  'renew-texts',
  'rebuild-index',
  'visit-feeds',
  'read-venues',
  'enrich',
  'read-notices',
  'sync-zotero',
  'backup',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]
