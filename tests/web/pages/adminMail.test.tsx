import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import type { Job } from '#api/contract/jobs.ts'
import type { EmailConfig, EmailConfigInput } from '#api/contract/mail.ts'
import { emailConfig, suppressions } from '#stories/config/adminSamples.ts'
import { healthWithoutMail } from '#stories/config/adminAnswers.ts'
import { sampleJob } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

/** The API, whose health tells of readers without mail. */
const withReaders = ({ app }: ReturnType<typeof adminApi>) => ({
  handle: (request: Request) =>
    request.url.endsWith('/admin/system-health') ? Response.json(healthWithoutMail) : app.handle(request),
})
const open = (app: { handle(request: Request): Promise<Response> | Response }) =>
  renderPage(<Admin />, { api: app, path: '/admin?tab=email', user: admin })
const outbox = () => within(screen.getByRole('region', { name: 'Outbox' }))

describe('the page of the mails', () => {
  test('says which readers are without mail, and shows their mails', async () => {
    const { person, router } = await open(withReaders(adminApi()))
    expect(await screen.findByText(/^9 readers are without their newest digest: 6 not tried yet, 3/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show the mails perhaps sent' }))
    expect(await outbox().findByRole('button', { name: 'Send all of these again' })).toBeTruthy()
    await person.click(screen.getByRole('link', { name: 'Show the runs of the digests' }))
    expect(router.state.location.search).toBe('?tab=ingestion&runs=digest')
    expect((await screen.findByRole('combobox', { name: 'Kind' })).textContent).toBe('Send digests')
  })

  test('says nothing of it while every reader has the newest digest', async () => {
    await open(adminApi().app)
    await screen.findByRole('table', { name: 'Outbox' })
    expect(screen.queryByText(/without their newest digest/)).toBeNull()
  })

  test('shows how far the run is that sends all again, and its end', async () => {
    const api = adminApi()
    const { person } = await open(api.app)
    await screen.findByRole('table', { name: 'Outbox' })
    const section = outbox()
    await person.click(section.getByRole('combobox', { name: 'State' }))
    await person.click(await screen.findByRole('option', { name: 'Failed' }))
    await person.click(await section.findByRole('button', { name: 'Send all of these again' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Send 214 failed mails again' }))
    expect(await section.findByText('Running')).toBeTruthy()
    const [id = ''] = [...api.jobs.keys()].slice(-1)
    const ended: Job = {
      ...sampleJob,
      id,
      kind: 'resend-mails',
      state: 'partial',
      error: 'Mails: 2 perhaps sent. The outbox lists them.',
    }
    api.jobs.set(id, ended)
    expect(await section.findByText('Mails: 2 perhaps sent. The outbox lists them.')).toBeTruthy()
  })

  test.each([
    ['Outbox', 'State', ['Failed', 'Perhaps sent'], 'Send all of these again'],
    [
      'Addresses without mail',
      'Cause',
      ['There is no such mailbox', 'The mailbox is disabled'],
      'Release all with this cause',
    ],
  ] as const)(
    'offers nothing for all of a filter (%s) while a slow API still owes their number',
    async (section, filter, [first, second], action) => {
      const { app } = adminApi()
      const answers: (() => void)[] = []
      const handle = async (request: Request) => {
        const { pathname, searchParams } = new URL(request.url)
        if (['uncertain', 'mailbox-disabled'].some((value) => [...searchParams.values()].includes(value)))
          await new Promise<void>((resolve) => answers.push(resolve))
        if (!pathname.endsWith('/suppressions')) return app.handle(request)
        return Response.json({ items: suppressions, total: 214, skip: 0, limit: 20 })
      }
      const { person } = await open({ handle })
      await screen.findByRole('table', { name: 'Outbox' })
      const part = within(screen.getByRole('region', { name: section }))
      const choose = async (option: string) => {
        await person.click(part.getByRole('combobox', { name: filter }))
        await person.click(await screen.findByRole('option', { name: option }))
      }
      await choose(first)
      await part.findByRole('button', { name: action })
      await choose(second)
      await waitFor(() => expect(answers).toHaveLength(1))
      expect(part.queryAllByRole('button', { name: action }).length).toBe(0)
      for (const answer of answers) answer()
      expect(await part.findByRole('button', { name: action })).toBeTruthy()
    },
  )

  test('does not overwrite settings that another admin saved meanwhile, and offers to load them', async () => {
    const api = adminApi()
    let current: EmailConfig = emailConfig
    const versions: unknown[] = []
    const handle = async (request: Request) => {
      if (!request.url.endsWith('/admin/email-config')) return api.app.handle(request)
      if (request.method === 'GET') return Response.json(current)
      const { password: _password, version, ...input } = (await request.json()) as EmailConfigInput
      versions.push(version)
      const error = { code: 'conflict', message: 'Changed in the meantime.', request_id: 'r-1' }
      if (version !== current.version) return Response.json({ error }, { status: 409 })
      current = { ...current, ...input, version: version + 1 }
      return Response.json(current)
    }
    const { person } = await open({ handle })
    const host = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Server' })
    const save = () => person.click(screen.getByRole('button', { name: 'Save mail settings' }))
    await person.type(host, '.net')
    current = { ...emailConfig, host: 'relay.example.com', version: 4 }
    await save()
    expect(await screen.findByText('Changed in the meantime.')).toBeTruthy()
    expect(await screen.findByText(/^Another admin has saved other settings/)).toBeTruthy()
    await save()
    expect(host.value).toBe('smtp.example.org.net')
    await person.click(await screen.findByRole('button', { name: 'Load them' }))
    expect(host.value).toBe('relay.example.com')
    await person.type(host, '.au')
    await save()
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect([versions, current.host]).toEqual([[3, 3, 4], 'relay.example.com.au'])
    expect(screen.queryByText(/^Another admin has saved other settings/)).toBeNull()
  })
})
