import { screen, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { sse } from 'elysia'
import type { Job, JobLog } from '#api/contract/jobs.ts'
import { sampleJob } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const jobAt = (done: number, changes: Partial<Job> = {}): Job => ({
  ...sampleJob,
  progress: { ...sampleJob.progress, done, step: `feed ${done}` },
  ...changes,
})

const noLog: JobLog = { kept: true, lines: [], total: 0, problems: [], problems_left_out: 0 }
const lineAt = (done: number, changes: Partial<JobLog['lines'][number]> = {}) => {
  const { state, progress } = jobAt(done)
  return { at: '2026-11-20T05:30:00.000Z', state, progress, ...changes }
}

interface JobEvent {
  event: string
  data?: Job
}

/** An event stream: `send` adds an event, `close` ends the connection. */
function openStream() {
  const events: (JobEvent | null)[] = []
  let added = Promise.withResolvers<void>()
  const add = (event: JobEvent | null) => {
    events.push(event)
    added.resolve()
  }
  async function* read() {
    for (let index = 0; ; index += 1) {
      while (index >= events.length) {
        added = Promise.withResolvers()
        await added.promise
      }
      const event = events[index]!
      if (event === null) return
      yield event
    }
  }
  return {
    read,
    send: (event: string, data?: Job) => add({ event, ...(data && { data }) }),
    close: () => add(null),
  }
}

/** Opens the log of the running job. Its events come from `streams`, one for each connection. */
async function openLog(streams: ReturnType<typeof openStream>[], stored: Partial<JobLog> = {}) {
  const { app, logs } = adminApi()
  logs.set('job-1', { ...noLog, ...stored })
  let connections = 0
  app.get('/admin/jobs/:id/events', async function* () {
    const stream = streams[connections]!
    connections += 1
    for await (const event of stream.read()) yield sse(event)
  })
  const { person } = await renderPage(<Admin />, { api: app, path: '/admin?tab=ingestion', user: admin })
  await person.click(await screen.findByRole('button', { name: 'Log: Fetch the announcements' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch the announcements' }))
  return { person, dialog, log: within(await dialog.findByRole('log', { name: 'Log of the run' })) }
}

test('An admin follows a run, pauses its log and reads on from the same line, until the run has ended', async () => {
  const stream = openStream()
  const { person, dialog, log } = await openLog([stream])
  expect(dialog.getByText('Waiting for the first line, live')).toBeTruthy()
  stream.send('job', jobAt(8))
  expect(await log.findByText(/^\d\d:\d\d:\d\d Running: 8 of 20 feeds, feed 8. 412 fetched, 301 new, /)).toBeTruthy()

  await person.click(dialog.getByRole('button', { name: 'Pause' }))
  stream.send('job', jobAt(9))
  stream.send('job', jobAt(10))
  expect(await dialog.findByText('1 line, paused: 2 newer')).toBeTruthy()
  expect(log.queryByText(/feed 9/)).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(log.getByText(/feed 9/)).toBeTruthy()
  expect(dialog.getByText('3 lines, live')).toBeTruthy()

  stream.send('job', jobAt(10, { state: 'failed', error: 'arXiv answered 503.' }))
  stream.send('end')
  expect(await dialog.findByText('4 lines, ended')).toBeTruthy()
  expect(log.getByText(/^! .* Failed: 10 of 20 feeds. arXiv answered 503\./)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Pause' })).toBeNull()
})

test('The log of a run goes on after a lost connection without a line twice', async () => {
  const [first, second] = [openStream(), openStream()]
  const { dialog } = await openLog([first, second])
  first.send('job', jobAt(8))
  expect(await dialog.findByText('1 line, live')).toBeTruthy()
  first.close()
  second.send('job', jobAt(8))
  second.send('job', jobAt(20, { state: 'succeeded' }))
  second.send('end')
  expect(await dialog.findByText('2 lines, ended')).toBeTruthy()
})

test('The log of a run that the server no longer knows ends with its answer, instead of being asked for again and again', async () => {
  const { app, logs } = adminApi()
  logs.set('job-1', noLog)
  app.get('/admin/jobs/:id/events', ({ set }) => {
    set.status = 404
    return { error: { code: 'not-found', message: 'There is no such job.', request_id: 'r-1' } }
  })
  const { person } = await renderPage(<Admin />, { api: app, path: '/admin?tab=ingestion', user: admin })
  await person.click(await screen.findByRole('button', { name: 'Log: Fetch the announcements' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch the announcements' }))
  expect(await dialog.findByText('There is no such job.')).toBeTruthy()
})

test('What was logged before is shown above what a run reports live, without a line twice', async () => {
  const stream = openStream()
  const { dialog, log } = await openLog([stream], { lines: [lineAt(7), lineAt(8)], total: 2 })
  expect(log.getAllByText(/feed [78]/)).toHaveLength(2)
  stream.send('job', jobAt(8))
  stream.send('job', jobAt(9))
  expect(await log.findByText(/feed 9/)).toBeTruthy()
  expect(dialog.getByText('3 lines, live')).toBeTruthy()
})

/** Opens the log of an ended run. */
async function openEnded(stored: Partial<JobLog>) {
  const { app, jobs, logs, calls } = adminApi()
  const job = jobAt(8, { state: 'partial', error: 'The feed of math could not be read.', resumable: true })
  jobs.set('job-1', job)
  logs.set('job-1', { ...noLog, ...stored })
  const { person } = await renderPage(<Admin />, { api: app, path: '/admin?tab=ingestion', user: admin })
  await person.click(await screen.findByRole('button', { name: 'Log: Fetch the announcements' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch the announcements' }))
  return { person, dialog, calls }
}

test('An admin reads the log of an ended run, its problems, and how much of it is kept', async () => {
  const at = { first_at: '2026-11-20T05:30:00.000Z', last_at: '2026-11-20T05:31:00.000Z' }
  const { dialog } = await openEnded({
    lines: [lineAt(7), lineAt(8, { state: 'partial', error: 'The feed of math could not be read.' })],
    total: 1_202,
    problems: [{ message: 'It has no title.', count: 14, subjects: ['2611.90001'], ...at }],
  })
  const region = await dialog.findByRole('region', { name: 'Log of the run' })
  expect(region.textContent).toMatch(/Running: 7 of 20 feeds, feed 7\n! .*Partly done: 8 of 20 feeds. The feed of math/)
  expect(dialog.getByText('The last 2 of 1,202 lines are kept.')).toBeTruthy()
  expect(within(dialog.getByRole('region', { name: 'Problems' })).getByText('14 times:')).toBeTruthy()
})

test('An admin is told that the log of an old run is not kept, and retries only what it did not do', async () => {
  const { person, dialog, calls } = await openEnded({ kept: false })
  expect(await dialog.findByText(/The log of this run is not kept/)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Close' }))
  await person.click(await screen.findByRole('button', { name: 'Retry failed only: Fetch the announcements' }))
  expect(calls).toContainEqual({ path: 'retry', body: { failed_only: true } })
})
