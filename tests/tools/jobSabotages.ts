import { fault, type Sabotage } from './sabotage.ts'

const jobs = 'tests/api/jobs/jobs.test.ts'
const backups = 'tests/api/services/backup/backups.test.ts'
const takenOver = { test: jobs, only: 'take over the job of a dead worker' }
const cancelled = { test: jobs, only: 'that is running stops on cancellation' }
const stopped = { test: jobs, only: 'requeue a job when its worker stops' }
const scheduled = { test: 'tests/api/jobs/scheduler.test.ts', only: 'when the new feeds are published' }

/** Faults of the queue, of its workers and of the scheduler. */
export const JOB_SABOTAGES: readonly Sabotage[] = [
  fault(
    'jobs: writes without fence',
    'api/store/jobs/jobClaims.ts',
    [
      "({ _id, fence, state: 'running' as const })",
      "({ _id, state: 'running' as const, fence: { $gte: Math.min(0, fence) } })",
    ],
    takenOver,
  ),
  fault(
    'jobs: a claim keeps the fence',
    'api/store/jobs/jobClaims.ts',
    ["fence: { $add: ['$fence', 1] },\n    attempts:", 'attempts:'],
    takenOver,
  ),
  fault(
    'jobs: a renewal does not last',
    'api/store/jobs/jobClaims.ts',
    ["[{ $set: { 'lease.expires_at': inFuture(leaseMs) } }]", "[{ $set: { 'lease.expires_at': inFuture(0) } }]"],
    { test: 'tests/api/jobs/attempts.test.ts', only: 'keeps the job by renewing' },
  ),
  fault(
    'jobs: claimed before their start',
    'api/store/jobs/jobClaims.ts',
    ["{ $lte: ['$run_at', '$$NOW'] }", '{ $eq: [1, 1] }'],
    { test: jobs, only: 'do not claim a job before' },
  ),
  fault(
    'jobs: a release keeps the fence',
    'api/store/jobs/jobClaims.ts',
    ["'lease.expires_at': '$$NOW', fence: { $add: ['$fence', 1] } }", "'lease.expires_at': '$$NOW' }"],
    { test: 'tests/api/jobs/release.test.ts', only: 'old worker cannot write' },
  ),
  fault(
    'jobs: expired leases are not taken over',
    'api/store/jobs/jobClaims.ts',
    ['$or: [due, expired]', '$or: [due, { ...expired, open: false }]'],
    takenOver,
  ),
  fault(
    'jobs: the parts of a dead worker are not taken over',
    'api/store/jobs/jobClaims.ts',
    ['$or: [due, expired]', '$or: [due, { ...expired, open: false }]'],
    { test: 'tests/api/jobs/parts.test.ts', only: 'are taken over from a dead worker' },
  ),
  fault(
    'jobs: new work waits when a job has passed it',
    'api/store/jobs/jobs.ts',
    ["{ $gt: ['$started_at', null] }", '{ $eq: [1, 0] }'],
    { test: 'tests/api/jobs/release.test.ts', only: 'after one that runs by another one' },
  ),
  fault(
    'jobs: the worker is not told that its job was cancelled',
    'api/store/jobs/jobs.ts',
    ['  await notifyListeners(id)\n', ''],
    cancelled,
  ),
  fault(
    'jobs: the worker ignores what it is told of its jobs',
    'api/jobs/worker.ts',
    ['_id === jobId && checkNow()', 'false && _id === jobId && checkNow()'],
    cancelled,
  ),
  fault(
    'jobs: an attempt ignores that its job was cancelled',
    'api/jobs/attempt.ts',
    ["else if (state.cancel_requested) stop('cancelled')", ''],
    cancelled,
  ),
  fault(
    'jobs: running parts are not told of the cancelled job',
    'api/store/jobs/jobParts.ts',
    ['running.map(({ _id }) => notifyListeners(_id))', 'running.slice(0, 0).map(({ _id }) => notifyListeners(_id))'],
    { test: 'tests/api/jobs/parts.test.ts', only: 'ends after its parts were cancelled' },
  ),
  fault('jobs: parts outlive a cancelled job', 'api/jobs/attempt.ts', ['      await cancelParts(job._id)\n', ''], {
    test: 'tests/api/jobs/parts.test.ts',
    only: 'ends after its parts were cancelled',
  }),
  fault(
    'jobs: what runs goes on when the worker stops',
    'api/jobs/worker.ts',
    ['.then(() => stopping.abort())', ''],
    stopped,
  ),
  fault(
    'jobs: an attempt ignores that its worker stops',
    'api/jobs/attempt.ts',
    ["stopping.addEventListener('abort', onStopping)", ''],
    stopped,
  ),
  fault(
    'schedule: nothing is ever due',
    'api/jobs/scheduler.ts',
    ['return next !== null && next <= at', 'return next !== null && next < lastTick'],
    scheduled,
  ),
  fault(
    'backups: the last archive that can be restored is removed',
    'api/services/backup/archiveFolder.ts',
    ['path !== spared', 'path !== null || spared'],
    { test: backups, only: 'keeps the last one that can' },
  ),
  fault(
    'backups: the oldest archives are kept',
    'api/services/backup/archiveFolder.ts',
    ['names.slice(0, Math.max(0, names.length - kept))', 'names.slice(kept)'],
    { test: backups, only: 'keeps the newest archives' },
  ),
  fault(
    'backups: a missed hour is not made up',
    'api/services/backup/backups.ts',
    ['return due <= now() ? due : new Date(due.getTime() - DAY_MS)', 'return due <= now() ? due : new Date(0)'],
    { test: backups, only: 'queues one a day from its hour on' },
  ),
  fault(
    'backups: one that is lost is being made for ever',
    'api/services/backup/backups.ts',
    ['.filter((id) => !open.has(id))', '.filter((id) => open.has(id) && false)'],
    { test: backups, only: 'that was lost with its worker' },
  ),
]
