import { t } from 'elysia'
import {
  DAYS_BACK_STATS_DEFAULT,
  DAYS_BACK_STATS_MAX,
  DORMANT_DAYS,
  NEW_SIGN_IN_DAYS,
  SEARCH_QUERY_MAX,
} from './limits.ts'
import { completeListOf, Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { CitationsState, KeyRefusal, NoticesFileState } from './sourceParts.ts'

const strict = { additionalProperties: false }

/** What a source can do: it announces papers on days, single papers can be looked up, it can be searched, it finds what can be followed, and it knows more about papers of other sources. */
export const SOURCE_ABILITIES = [
  'announcements',
  'look-up',
  'search',
  'journals',
  'queries',
  'feeds',
  'enrichment',
  'notices',
] as const
export type SourceAbility = (typeof SOURCE_ABILITIES)[number]

export const SourceStatus = t.Object({
  id: t.String(),
  name: t.String(),
  abilities: t.Array(oneOf(SOURCE_ABILITIES), {
    description: 'Without "announcements" the source has no days and no schedule: it is only asked on demand.',
  }),
  enabled: t.Boolean(),
  state: oneOf(['ok', 'slow', 'key-refused', 'failing', 'stale', 'running', 'never', 'unfollowed', 'off'], {
    description:
      '"slow": requests fail, and are repeated or, on demand, tried again with the next look-up. "key-refused": nothing else is wrong, though requests may fail because of it. "stale": working days are missing, for example because the source shows an old one. "unfollowed": no reader follows a category of it, so that it is not asked.',
  }),
  last_success_at: t.Nullable(Instant),
  failing_since: t.Nullable(Instant),
  failure: t.Nullable(t.String({ description: 'Cause of the last failure, as one sentence.' }), {
    description: 'Null also while requests fail because of a refused key: see `key_refusal`.',
  }),
  failed_at: t.Nullable(Instant, { description: 'When `failure` happened.' }),
  key_refusal: t.Nullable(KeyRefusal, { description: 'Null while the key in force is not refused.' }),
  missing_days: t.Integer({ description: 'Missing working days of the last eight weeks.' }),
  next_run_at: t.Nullable(Instant, {
    description: 'Null for a source that is off, not followed or only asked on demand.',
  }),
  announced_on: t.Nullable(Day, { description: 'Day of the newest stored announcement.' }),
  papers_today: t.Integer({ description: 'Number of papers in the newest announcement.' }),
  breaker: oneOf(['closed', 'open', 'half-open']),
  requests: t.Object({
    used: t.Integer({ description: 'Requests of today (UTC).' }),
    limit: t.Nullable(t.Integer(), { description: 'Requests a day; null for any number.' }),
  }),
  queued: t.Integer({ description: 'Papers that it is to be asked about, now or on a later day.' }),
  wait_ms: t.Integer({ description: 'Milliseconds until the rate limit allows the next request.' }),
  running_job_id: t.Nullable(t.String()),
  file: t.Optional(NoticesFileState),
  citations: t.Optional(CitationsState),
})
export type SourceStatus = typeof SourceStatus.static
export type BreakerState = SourceStatus['breaker']
export const SourcesStatus = completeListOf(SourceStatus)
export type SourcesStatus = typeof SourcesStatus.static

export const HealthState = oneOf(['ok', 'slow', 'down', 'unknown'])
export type HealthState = 'ok' | 'slow' | 'down' | 'unknown'
export const HealthCheck = t.Object({
  name: t.String(),
  state: HealthState,
  latency_ms: t.Nullable(t.Number()),
  checked_at: Instant,
  message: t.String(),
})
export type HealthCheck = typeof HealthCheck.static
/** Readers who have no mail although their digest was due. */
export const ReadersWithoutMail = t.Object(
  {
    total: t.Integer(),
    waiting: t.Integer({ description: 'Not tried yet: the run was stopped, or mail is paused.' }),
    deferred: t.Integer({ description: 'Not accepted by the mail server; tried again.' }),
    refused: t.Integer({ description: 'Not sent, and not tried again.' }),
    uncertain: t.Integer({ description: 'Perhaps sent: the mail server gave no reply.' }),
    suppressed: t.Integer({ description: 'The mail server refuses their address on several days.' }),
    welcome: t.Integer({
      description: 'New readers of the last week without their welcome mail. Not a part of `total`.',
    }),
  },
  { description: 'Readers whose newest digest was due and did not reach them, by cause.' },
)
export type ReadersWithoutMail = typeof ReadersWithoutMail.static
export const SystemHealth = t.Object({
  verdict: HealthState,
  message: t.String({ description: 'The verdict as one sentence.' }),
  readers_without_mail: ReadersWithoutMail,
  checks: t.Array(HealthCheck),
  alarms: t.Object(
    {
      admins: t.Integer(),
      by: t.Array(t.String({ description: 'Name of a service, or "mail".' })),
    },
    { description: 'How many admins get a message when a check turns bad, and by what.' },
  ),
  version: t.String(),
  uptime_seconds: t.Integer(),
  memory_bytes: t.Integer(),
})
export type SystemHealth = typeof SystemHealth.static

export const StatsQuery = t.Object({
  days_back: t.Optional(t.Integer({ minimum: 1, maximum: DAYS_BACK_STATS_MAX, default: DAYS_BACK_STATS_DEFAULT })),
})
const counts = {
  fetched: t.Integer(),
  new: t.Integer(),
  updated: t.Integer(),
  duplicates: t.Integer(),
  quarantined: t.Integer(),
  delivered: t.Integer({ description: 'Number of cards.' }),
  mails: t.Integer(),
}
export const ProcessingStats = t.Object({
  days: t.Array(
    t.Object({ on: Day, ...counts, runs: t.Integer(), failed_runs: t.Integer(), duration_ms: t.Integer() }),
  ),
  totals: t.Object(counts),
})
export type ProcessingStats = typeof ProcessingStats.static

export const PipelineStage = t.Object({
  name: t.String(),
  ok: t.Boolean(),
  ms: t.Number(),
  message: t.String(),
  sample: t.Optional(t.String()),
})
export const PipelineTest = t.Object({ ok: t.Boolean(), stages: t.Array(PipelineStage) })
export type PipelineTest = typeof PipelineTest.static

export const AdminUser = t.Object({
  id: t.String(),
  name: t.String(),
  email: t.String(),
  is_admin: t.Boolean(),
  disabled: t.Boolean(),
  dormant: t.Boolean({
    description: `Not used for ${DORMANT_DAYS} days: a new sign-in with its address needs the permission of an admin.`,
  }),
  new_sign_in_until: t.Nullable(Instant, { description: 'Until when a new sign-in with its address is allowed.' }),
  created_at: Instant,
  last_seen_at: t.Nullable(Instant),
  categories: t.Integer(),
  saved: t.Integer(),
  delivered: t.Integer(),
  digest: t.Boolean(),
})
export type AdminUser = typeof AdminUser.static
export const AdminUsers = listOf(AdminUser)
export const AdminUsersQuery = t.Object({
  ...skipAndLimit(50),
  q: t.Optional(t.String({ maxLength: SEARCH_QUERY_MAX })),
})

export const QuarantineRow = t.Object({
  id: t.String(),
  source: t.String(),
  reason: t.String(),
  raw: t.String({ description: 'The record as received, truncated to 64 KB.' }),
  tries: t.Integer(),
  first_seen_at: Instant,
  last_seen_at: Instant,
})
export type QuarantineRow = typeof QuarantineRow.static
export const QuarantineList = listOf(QuarantineRow)
export const QuarantineQuery = t.Object(skipAndLimit(20))
export const QuarantineRetried = t.Object({
  stored: t.Boolean({ description: 'True if the source now returned a valid record, which was stored.' }),
  paper_id: t.Nullable(t.String()),
  message: t.String(),
})
export type QuarantineRetried = typeof QuarantineRetried.static

export const AdminUserChanges = t.Object(
  {
    disabled: t.Optional(t.Boolean()),
    allow_new_sign_in: t.Optional(
      t.Boolean({
        description: `Lets a new sign-in with the verified address take the account over, within ${NEW_SIGN_IN_DAYS} days.`,
      }),
    ),
  },
  { ...strict, minProperties: 1 },
)
export type AdminUserChanges = typeof AdminUserChanges.static

export const AuditRow = t.Object({
  id: t.String(),
  at: Instant,
  by: t.String({ description: 'User id of the admin.' }),
  by_email: t.String(),
  action: t.String({ description: 'What was changed, or the call: method and route.' }),
  target: t.Nullable(t.String({ description: 'Id of the changed object.' })),
  details: t.String(),
  status: t.Nullable(t.Integer(), { description: 'Status of the response, of a call: 403 for one that was refused.' }),
  times: t.Integer({ description: 'Calls of the same person, route, object and status in one hour are one row.' }),
})
/** Changes that have a row of their own, with details, beside that of the call. */
export type AuditAction =
  | 'mail-settings'
  | 'mail-resent'
  | 'mail-released'
  | 'top-papers'
  | 'user-disabled'
  | 'user-enabled'
  | 'new-sign-in-allowed'
  | 'new-sign-in-refused'
  | 'source-settings'
  | 'notice-set-aside'
  | 'notice-restored'
  | 'papers-joined'
  | 'papers-parted'
  | 'token-made'
  | 'token-revoked'
export type AuditRow = typeof AuditRow.static
export const AuditList = listOf(AuditRow)
const auditFilter = {
  person: t.Optional(t.String({ maxLength: SEARCH_QUERY_MAX, description: 'A part of the e-mail address.' })),
  action: t.Optional(t.String({ maxLength: SEARCH_QUERY_MAX, description: 'A part of the action or call.' })),
  reads: t.Optional(
    t.Boolean({ default: true, description: 'false leaves out the calls that only read and were answered.' }),
  ),
}
export const AuditQuery = t.Object({ ...skipAndLimit(50), ...auditFilter })
export const AuditExportQuery = t.Object({
  ...auditFilter,
  format: oneOf(['csv', 'jsonl'], { description: '"jsonl" has one JSON object on each line.' }),
})
export type AuditExportQuery = typeof AuditExportQuery.static
