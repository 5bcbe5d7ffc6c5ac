import type { AdminUsers, AuditList, ProcessingStats, SystemHealth } from '#api/contract/admin.ts'
import type { Days } from '#api/contract/days.ts'
import type { JobList } from '#api/contract/jobs.ts'
import type { OutboxList } from '#api/contract/mail.ts'
import type { RankingComparison } from '#api/contract/taste.ts'
import type { Answers } from './answers.ts'
import { auditRows } from './auditSamples.ts'
import { days, sourceSettings } from './daySamples.ts'
import { suspect } from './duplicateSamples.ts'
import { noticeRow } from './noticeSamples.ts'
import { quarantined } from './quarantineSamples.ts'
import { emailConfig, suppressions, users } from './adminSamples.ts'
import { jobs, outbox, source } from './samples.ts'
import { rankingReport } from './tasteSamples.ts'
import { backups } from './backupSamples.ts'

const health: SystemHealth = {
  verdict: 'slow',
  message: 'The mail server is slow; everything else is good.',
  readers_without_mail: { total: 0, waiting: 0, deferred: 0, refused: 0, uncertain: 0, suppressed: 0, welcome: 0 },
  alarms: { admins: 1, by: ['Slack', 'mail'] },
  checks: [
    ['Database', 'ok', 2],
    ['Search index', 'ok', 1],
    ['Mail server', 'slow', 1_840],
    ['Sign-in service', 'unknown', null],
  ].map(([name, state, latency_ms]) => ({
    name: String(name),
    state: state as 'ok' | 'slow' | 'unknown',
    latency_ms: latency_ms as number | null,
    checked_at: '2026-11-20T05:14:12.000Z',
    message: 'It responds.',
  })),
  version: '0.1.0',
  uptime_seconds: 86_400,
  memory_bytes: 82_000_000,
}

/** After a run of the digests that was stopped. */
export const healthWithoutMail: SystemHealth = {
  ...health,
  verdict: 'down',
  message:
    'Mails: 9 readers are without their newest digest: 6 not tried yet, 3 perhaps sent. The connection was lost before the server replied.',
  readers_without_mail: { total: 9, waiting: 6, deferred: 0, refused: 0, uncertain: 3, suppressed: 0, welcome: 0 },
  checks: [
    ...health.checks,
    {
      name: 'Mails',
      state: 'down',
      latency_ms: null,
      checked_at: '2026-11-20T05:14:12.000Z',
      message:
        '9 readers are without their newest digest: 6 not tried yet, 3 perhaps sent. The connection was lost before the server replied.',
    },
  ],
}

const totals = { fetched: 1_204, new: 980, updated: 160, duplicates: 64, quarantined: 0, delivered: 612, mails: 14 }
const processing: ProcessingStats = {
  days: ['2026-11-18', '2026-11-19', '2026-11-20'].map((on) => ({
    on,
    ...totals,
    runs: 2,
    failed_runs: 0,
    duration_ms: 251_000,
  })),
  totals,
}

const page = { skip: 0, limit: 50 }

/** Responses for the additional requests of the admin panel. */
export const adminAnswers: Answers = {
  'GET /admin/system-health': health,
  'GET /admin/backups': backups,
  'GET /admin/paper-sources-status': { items: [source], total: 1 },
  'GET /admin/processing-stats': processing,
  'GET /admin/jobs': { items: [...jobs], total: jobs.length, ...page } satisfies typeof JobList.static,
  'GET /admin/outbox': { items: [...outbox], total: outbox.length, ...page } satisfies typeof OutboxList.static,
  'GET /admin/suppressions': { items: [...suppressions], total: suppressions.length, ...page },
  'POST /admin/suppressions/release': { released: 1 },
  'GET /admin/users': { items: [...users], total: users.length, ...page } satisfies typeof AdminUsers.static,
  'GET /admin/audit': { items: [...auditRows], total: 120, ...page } satisfies typeof AuditList.static,
  'GET /admin/duplicates': { items: [suspect], total: 1, ...page },
  'GET /admin/notices': { items: [noticeRow], total: 1, ...page },
  'GET /admin/quarantine': { items: [...quarantined], total: 2, ...page },
  'POST /admin/quarantine/record-1/retry': {
    stored: true,
    paper_id: 'arxiv:2611.90001',
    message: '“Lanterns” is in the library now.',
  },
  'POST /admin/quarantine/record-2/retry': {
    stored: false,
    paper_id: null,
    message: 'arXiv returned no readable record of this paper.',
  },
  'GET /admin/email-config': emailConfig,
  'GET /admin/ranking': rankingReport,
  'PUT /admin/ranking': (comparison: RankingComparison) => ({ ...rankingReport, comparison }),
  'GET /admin/days': { items: [...days], total: days.length, missing: 2 } satisfies Days,
  'GET /admin/sources/arxiv': sourceSettings,
}
