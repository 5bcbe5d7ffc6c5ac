import { Option, type Command } from 'commander'
import { JOB_KINDS, JOB_STATES, type JobKind, type JobState } from '#api/contract/jobKinds.ts'
import type { Job, JobLog } from '#api/contract/jobs.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { exitOf, jobStateStyles, printJob, runJob, watchJob } from '../client/jobs.ts'
import { pathPart } from '../client/pathPart.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { describeProgress } from '../terminal/progress.ts'
import { cleanText, formatJson } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<Job>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => jobStateStyles[state] },
  { title: 'by', hideable: true, value: ({ requester, requested_by }) => requester ?? requested_by, truncatable: true },
  { title: 'queued', hideable: true, value: ({ queued_at }) => formatInstant(queued_at) },
  { title: 'finished', hideable: true, value: ({ finished_at }) => formatInstant(finished_at) },
  {
    title: 'progress',
    hideable: true,
    value: (job) => (job.finished_at === null ? describeProgress(job, false) : ''),
    truncatable: true,
  },
  { title: 'error', value: ({ error = '' }) => error, truncatable: true },
]

/** The lines, and then each problem once. */
function describeLog({ lines, problems, problems_left_out }: JobLog): string {
  return [
    ...lines.map(({ at, state, progress, error }) => {
      const { done, total, unit, step } = progress
      const counted = `${done}${total === undefined ? '' : `/${total}`} ${unit}`
      return cleanText([formatInstant(at), state, counted, step, error].filter(Boolean).join('  '))
    }),
    ...(problems.length > 0 ? ['', 'Problems:'] : []),
    ...problems.map(({ message, count, subjects }) => {
      const named = subjects.length > 0 ? ` (${subjects.join(', ')}${count > subjects.length ? ', …' : ''})` : ''
      return cleanText(`${count} × ${message}${named}`)
    }),
    ...(problems_left_out > 0 ? [`${problems_left_out} × others`] : []),
  ].join('\n')
}

type Query = Paging & { kind?: JobKind; state?: JobState }

export function addJobs(admin: Command, run: Runner): void {
  const jobs = admin.command('jobs').description('Background jobs.')
  addPaging(
    jobs
      .command('list')
      .description('Jobs, newest first.')
      .addOption(new Option('--kind <kind>', 'only this kind').choices(JOB_KINDS))
      .addOption(new Option('--state <state>', 'only in this state').choices(JOB_STATES)),
    20,
  ).action(
    run<Query>('the jobs could not be read', async ({ client, out }, { kind, state, skip, limit }) => {
      const list = await unwrap(client.admin.jobs.get({ query: { kind, state, skip, limit } }))
      out.list(list, columns, 'There are no jobs.')
    }),
  )

  jobs
    .command('show')
    .description('One job.')
    .argument('<id>')
    .action(
      run('the job could not be read', async (context, _options, [id = '']) => {
        printJob(context, await unwrap(context.client.admin.jobs({ id: pathPart(id) }).get()))
      }),
    )

  jobs
    .command('log')
    .description('The log of a job and its problems, kept for 30 days.')
    .argument('<id>')
    .action(
      run('the log could not be read', async (context, _options, [id = '']) => {
        const log = await unwrap(context.client.admin.jobs({ id: pathPart(id) }).log.get())
        context.out.data(log, () => describeLog(log))
        if (!log.kept) context.out.note('This job has no log: it has not started, or ended more than 30 days ago.')
        const left = log.total - log.lines.length
        if (left > 0) context.out.note(`The first ${left} lines are not kept.`)
      }),
    )

  const watch = jobs
    .command('watch')
    .description('Follow a job to its end. Ctrl+C stops following, not the job.')
    .argument('<id>')
    .option('--jsonl', 'print the job as one line of JSON after each change')
    .action(
      run<{ jsonl?: boolean }>('the job could not be followed', async (context, { jsonl }, [id = '']) => {
        const quiet = jsonl ? { ...context, options: { ...context.options, quiet: true } } : context
        const ended = await watchJob(quiet, id, (job) => {
          if (jsonl) process.stdout.write(`${formatJson(job)}\n`)
        })
        if (!jsonl) printJob(context, ended)
        return exitOf(ended)
      }),
    )
  addExamples(watch, ['paperdawn admin jobs watch 5f1c…', 'paperdawn admin jobs watch 5f1c… --jsonl | jq .progress'])

  jobs
    .command('cancel')
    .description('Cancel a job: a queued one at once, a running one when it can stop.')
    .argument('<id>')
    .action(
      run('the job could not be stopped', async (context, _options, [id = '']) => {
        const job = await unwrap(context.client.admin.jobs({ id: pathPart(id) }).cancel.post())
        if (job.state === 'running') context.out.note('The job was asked to stop.')
        else if (job.state !== 'cancelled') context.out.note('The job had already ended.')
        printJob(context, job)
      }),
    )

  jobs
    .command('retry')
    .description('Queue an ended job again, and follow it.')
    .argument('<id>')
    .option('--failed-only', 'repeat only what the job did not do')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean; failedOnly?: boolean }>(
        'the job could not be repeated',
        async (context, { failedOnly, ...options }, [id = '']) => {
          const input = failedOnly ? { failed_only: true } : undefined
          const job = await unwrap(context.client.admin.jobs({ id: pathPart(id) }).retry.post(input))
          return runJob(context, job, options)
        },
      ),
    )
}
