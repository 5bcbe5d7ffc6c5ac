import { screen, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { sse } from 'elysia'
import type { Job } from '#api/contract/jobs.ts'
import { sampleJob } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const jobAt = (done: number, changes: Partial<Job> = {}): Job => ({
  ...sampleJob,
  progress: { ...sampleJob.progress, done, step: `feed ${done}` },
  ...changes,
})

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
async function openLog(streams: ReturnType<typeof openStream>[]) {
  const { app } = adminApi()
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
