import { Elysia } from 'elysia'
import type { AdminUser } from '#api/contract/admin.ts'
import { dayRoutes } from './dayApi.ts'
import type { Job, JobLog } from '#api/contract/jobs.ts'
import type { EmailConfig, EmailConfigInput } from '#api/contract/mail.ts'
import { backups } from '#stories/config/backupSamples.ts'
import { noticeRow, setAsideRow } from '#stories/config/noticeSamples.ts'
import { merges, suspect } from '#stories/config/duplicateSamples.ts'
import { quarantined } from '#stories/config/quarantineSamples.ts'
import { outbox, service } from '#stories/config/samples.ts'
import { sampleJob, sampleUser } from '#tests/support/samples.ts'

export const admin = {
  ...sampleUser,
  id: 'user-9',
  name: 'Cleo Adeyemi',
  email: 'admin@paperdawn.test',
  is_admin: true,
}
const account = (changes: Partial<AdminUser>): AdminUser => ({
  id: 'user-1',
  name: 'Ada Linde',
  email: 'reader@example.org',
  is_admin: false,
  disabled: false,
  dormant: false,
  new_sign_in_until: null,
  created_at: '2026-10-01T08:00:00.000Z',
  last_seen_at: null,
  categories: 4,
  saved: 7,
  delivered: 412,
  digest: false,
  ...changes,
})
const config: EmailConfig = {
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  user: 'paperdawn',
  from_name: 'Paperdawn',
  from_address: 'papers@example.org',
  max_per_minute: 30,
  enabled: true,
  password_set: true,
  configured: true,
  sink: false,
  version: 3,
  updated_at: '2026-11-19T08:00:00.000Z',
}

/** The log of a job that has not started. */
const noLog: JobLog = { kept: false, lines: [], total: 0, problems: [], problems_left_out: 0 }

/** In-memory API of the admin panel. Records calls in `calls`. `setRunning` sets the kind of job that already runs. */
export function adminApi() {
  const calls: { path: string; body: unknown }[] = []
  const jobs = new Map<string, Job>()
  const logs = new Map<string, JobLog>()
  const users = [account({}), account({ id: admin.id, name: admin.name, email: admin.email, is_admin: true })]
  let running: string | null = null
  const record = (path: string, body?: unknown) => calls.push({ path, body })
  const start = (kind: Job['kind'], set: { status?: number | string }) => {
    if (running === kind) {
      set.status = 409
      return { error: { code: 'already-running', message: 'It runs already.', request_id: 'r-1', job_id: 'job-1' } }
    }
    set.status = 202
    const job: Job = { ...sampleJob, id: `job-${jobs.size + 1}`, kind, state: 'running' }
    jobs.set(job.id, job)
    return job
  }
  jobs.set('job-1', sampleJob)
  const app = new Elysia({ prefix: '/api' })
    .get('/categories', () => ({ items: [], total: 0 }))
    .get('/config', () => ({ version: '1', firebase: {}, features: { outbox_page: false } }))
    .get('/admin/paper-sources-status', () => ({
      items: [
        {
          id: 'arxiv',
          name: 'arXiv',
          abilities: ['announcements', 'look-up', 'search'],
          enabled: true,
          state: 'failing',
          last_success_at: '2026-11-19T05:10:00.000Z',
          failing_since: '2026-11-20T04:10:00.000Z',
          failure: 'arXiv answered 503.',
          failed_at: '2026-11-20T05:40:00.000Z',
          missing_days: 2,
          next_run_at: '2026-11-20T06:10:00.000Z',
          announced_on: '2026-11-19',
          papers_today: 1204,
          breaker: 'open',
          wait_ms: 0,
          running_job_id: null,
        },
        service,
      ],
      total: 2,
    }))
    .use(dayRoutes({ record, start }))
    .get('/admin/jobs', () => ({ items: [...jobs.values()], total: jobs.size, skip: 0, limit: 20 }))
    .get('/admin/jobs/:id', ({ params }) => jobs.get(params.id))
    .get('/admin/jobs/:id/log', ({ params }) => logs.get(params.id) ?? noLog)
    .post('/admin/jobs/:id/cancel', ({ params }) => {
      const cancelled: Job = { ...jobs.get(params.id)!, state: 'cancelled' }
      jobs.set(params.id, cancelled)
      return cancelled
    })
    .post('/admin/jobs/:id/retry', ({ params, body }) => {
      record('retry', body)
      return { ...jobs.get(params.id), state: 'queued' }
    })
    .post('/admin/fetch-all-sources', ({ body, set }) => (record('fetch-all-sources', body), start('ingest', set)))
    .post('/admin/fetch-arxiv', ({ body, set }) => (record('fetch-arxiv', body), start('fetch-arxiv', set)))
    .post('/admin/process-papers', ({ set }) => (record('process-papers'), start('process-papers', set)))
    .post('/admin/wipe-and-refetch', ({ body, set }) => (record('wipe', body), start('wipe-and-refetch', set)))
    .post('/admin/rebuild-index', ({ set }) => (record('rebuild-index'), start('rebuild-index', set)))
    .post('/admin/load-samples', ({ set }) => (record('load-samples'), start('load-samples', set)))
    .post('/admin/send-top-papers', ({ body, set }) => (record('send-top-papers', body), start('send-top-papers', set)))
    .get('/admin/test-pipeline', () => ({
      ok: false,
      stages: [
        { name: 'fetch', ok: true, ms: 120, message: '3 records' },
        { name: 'mail', ok: false, ms: 4, message: 'No mail server is set up.' },
      ],
    }))
    .get('/admin/backups', () => backups)
    .post('/admin/backup', ({ set }) => (record('backup'), start('backup', set)))
    .get('/admin/system-health', () => ({
      verdict: 'slow',
      message: 'The database is slow since 2026-11-25 13:11 UTC.',
      readers_without_mail: { total: 0, waiting: 0, deferred: 0, refused: 0, uncertain: 0, suppressed: 0, welcome: 0 },
      checks: [
        {
          name: 'Database',
          state: 'slow',
          latency_ms: 912,
          checked_at: new Date().toISOString(),
          message: 'Slow since 2026-11-25 13:11 UTC.',
        },
        { name: 'Disk', state: 'ok', latency_ms: null, checked_at: new Date().toISOString(), message: '40 GB free.' },
        {
          name: 'Mail server',
          state: 'unknown',
          latency_ms: null,
          checked_at: new Date().toISOString(),
          message: 'Mail is not set up.',
        },
      ],
      alarms: { admins: 1, by: ['Slack'] },
      version: '0.1.0',
      uptime_seconds: 4_000,
      memory_bytes: 220_000_000,
    }))
    .get('/admin/processing-stats', ({ query }) => {
      record('processing-stats', query)
      const counts = { fetched: 1204, new: 640, updated: 211, duplicates: 353, quarantined: 1, delivered: 96, mails: 2 }
      return { days: [{ on: '2026-11-20', ...counts, runs: 3, failed_runs: 1, duration_ms: 38_000 }], totals: counts }
    })
    .get('/admin/email-config', () => config)
    .post('/admin/email-config', ({ body }) => {
      record('email-config', body)
      const { password: _secret, ...rest } = body as EmailConfigInput
      return { ...config, ...rest }
    })
    .post('/admin/email-config/test', ({ body }) => {
      record('email-test', body)
      return {
        ok: false,
        step: 'login',
        message: 'Login refused by smtp.example.org. Check user and password. Its reply: 535 5.7.8 Not accepted',
        transcript: ['S: 535 refused'],
      }
    })
    .get('/admin/outbox', ({ query: { state } }) => {
      const items = outbox.filter((mail) => state === undefined || mail.state === state)
      return { items, total: state === 'failed' ? 214 : items.length, skip: 0, limit: 20 }
    })
    .post('/admin/outbox/resend', ({ body, set }) => (record('outbox/resend', body), start('resend-mails', set)))
    .get('/admin/suppressions', () => ({ items: [], total: 0, skip: 0, limit: 20 }))
    .get('/admin/users', () => ({ items: users, total: 2, skip: 0, limit: 50 }))
    .put('/admin/users/:id', ({ params, body }) => {
      record(`users/${params.id}`, body)
      const at = users.findIndex(({ id }) => id === params.id)
      users[at] = { ...users[at]!, ...(body as Partial<AdminUser>) }
      return users[at]
    })
    .get('/admin/duplicates', ({ query }) => {
      const items = query['kind'] === 'merge' ? merges : [suspect]
      return { items, total: items.length, skip: 0, limit: 20 }
    })
    .post('/admin/duplicates/:decision', ({ params, body }) => {
      record(`duplicates/${params.decision}`, body)
      return { papers: [] }
    })
    .get('/admin/notices', ({ query }) => {
      const items = query['show'] === 'set_aside' ? [setAsideRow] : [noticeRow]
      return { items, total: items.length, skip: 0, limit: 20 }
    })
    .put('/admin/notices/:id', ({ params, body }) => {
      record(`notices/${params.id}`, body)
      return noticeRow
    })
    .get('/admin/quarantine', () => ({ items: quarantined, total: 2, skip: 0, limit: 20 }))
    .post('/admin/quarantine/:id/retry', ({ params }) => {
      record(`quarantine/${params.id}`)
      return { stored: params.id === 'record-1', paper_id: null, message: 'Fetched again.' }
    })
    .get('/admin/audit/export', ({ query }) => {
      record('audit/export', query)
      return 'when,who\n'
    })
    .get('/admin/audit', ({ query }) => {
      record('audit', query)
      const row = {
        id: `row-${query['skip']}`,
        at: '2026-11-20T05:10:00.000Z',
        by: 'user-3',
        target: null,
        details: '',
      }
      const items = [{ ...row, by_email: 'cleo@example.org', action: 'wipe-and-refetch', status: 403, times: 2 }]
      return { items, total: 70, skip: 0, limit: 50 }
    })
  return { app, calls, jobs, logs, setRunning: (kind: string | null) => (running = kind) }
}
