import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { adminAnswers, healthWithoutMail } from '../config/adminAnswers.ts'
import { dayOf } from '../config/daySamples.ts'
import { source } from '../config/samples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = adminAnswers, user = admin) => ({
  site: { session: signedInAs(user), answers: { ...answersFor(user), ...answers } },
})
const allOf = (answer: unknown): Answers =>
  Object.fromEntries(Object.keys(adminAnswers).map((call) => [call, answer] as const))

const medrxiv = { ...source, id: 'medrxiv', name: 'medRxiv', last_success_at: null, next_run_at: null }
const daysOfServer = ['2026-11-21', '2026-11-20'].map((day) => ({
  ...dayOf(day, 'announced', 164),
  source: 'biorxiv',
}))

const meta = {
  title: 'Pages/Admin',
  component: Admin,
  parameters: { path: '/admin', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Admin>

export default meta
type Story = StoryObj<typeof meta>

export const Overview: Story = {
  async play({ canvas }) {
    await canvas.findByText('1 of 1 good')
  },
}
export const Ingestion: Story = {
  parameters: { path: '/admin?tab=ingestion' },
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Runs' })
    await canvas.findByRole('table', { name: 'Days of arXiv' })
  },
}
const servers: Answers = {
  ...adminAnswers,
  'GET /admin/paper-sources-status': {
    items: [source, { ...source, id: 'biorxiv', name: 'bioRxiv' }, { ...medrxiv, state: 'unfollowed' }],
    total: 3,
  },
  'GET /admin/days': {
    items: [dayOf('2026-11-20', 'announced', 880), ...daysOfServer],
    total: 3,
    missing: 0,
  },
}
/** A server without a followed subject is not asked, and is not counted among the sources. */
export const OverviewOfServers: Story = {
  parameters: onSite(servers),
  async play({ canvas }) {
    await canvas.findByText('2 of 2 good')
  },
}
export const IngestionOfServers: Story = {
  parameters: { path: '/admin?tab=ingestion', ...onSite(servers) },
  async play({ canvas }) {
    const region = within(await canvas.findByRole('region', { name: 'Days of bioRxiv' }))
    await region.findByText(/^Every day was announced/)
    await region.findByRole('columnheader', { name: 'Sat' })
    await canvas.findByText('Asked once a reader follows something of it.')
  },
}
export const Quarantine: Story = {
  parameters: { path: '/admin?tab=ingestion' },
  async play({ canvas, userEvent }) {
    await canvas.findByRole('table', { name: 'Records set aside' })
    await userEvent.click(canvas.getByRole('button', { name: 'Fetch these 2 again' }))
    await canvas.findByText('2 of 2 fetched again, 1 in the library now.')
  },
}
export const NothingInQuarantine: Story = {
  parameters: {
    path: '/admin?tab=ingestion',
    ...onSite({ ...adminAnswers, 'GET /admin/quarantine': { items: [], total: 0, skip: 0, limit: 20 } }),
  },
  async play({ canvas }) {
    await canvas.findByText('No record is set aside')
  },
}
export const ReadersWithoutMail: Story = {
  parameters: onSite({ ...adminAnswers, 'GET /admin/system-health': healthWithoutMail }),
  async play({ canvas }) {
    await canvas.findByText('9 readers without the newest digest')
  },
}
export const OneDay: Story = {
  parameters: {
    path: '/admin?tab=ingestion&day=2026-11-11',
    ...onSite({ ...adminAnswers, 'POST /admin/backfill': { days: 2, requests: 14, seconds: 50 } }),
  },
  async play({ canvas, userEvent }) {
    await canvas.findByRole('heading', { name: 'Wed 11 Nov, missing' })
    await userEvent.click(canvas.getByRole('button', { name: 'Fetch the missing days' }))
    await canvas.findByText(/2 days, about 14 requests, about 50 s/)
  },
}
export const NoDayKnown: Story = {
  parameters: {
    path: '/admin?tab=ingestion',
    ...onSite({
      ...adminAnswers,
      'GET /admin/days': { items: [], total: 0, missing: 0 },
      'GET /admin/paper-sources-status': { items: [], total: 0 },
    }),
  },
  async play({ canvas }) {
    await canvas.findByText('No day is known yet')
    await canvas.findByText('No source is set up')
  },
}
export const IngestionLoading: Story = { parameters: { path: '/admin?tab=ingestion', ...onSite(allOf(never)) } }
export const IngestionFailed: Story = {
  parameters: { path: '/admin?tab=ingestion', ...onSite(allOf(serverError)) },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getAllByText('Could not load')).toHaveLength(3))
  },
}
export const SettingsOfASource: Story = {
  parameters: { path: '/admin?tab=ingestion' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Settings of arXiv' }))
    await screen.findByRole('form', { name: 'Settings of arXiv' })
  },
}
export const Health: Story = {
  parameters: { path: '/admin?tab=health' },
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Mail server' })
  },
}
export const Statistics: Story = {
  parameters: { path: '/admin?tab=statistics' },
  async play({ canvas, userEvent }) {
    await expect((await canvas.findAllByText('980')).length).toBeGreaterThan(0)
    await canvas.findByText(/^The learned order helps\. Of 412 mixed lists/)
    await userEvent.click(canvas.getByRole('button', { name: 'Save the comparison' }))
    await canvas.findByText('Saved. It holds from the next lists on.')
  },
}
export const Email: Story = {
  parameters: { path: '/admin?tab=email' },
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Outbox' })
    await canvas.findByRole('button', { name: 'Save mail settings' })
  },
}
export const EmailWithoutMail: Story = {
  parameters: {
    path: '/admin?tab=email',
    ...onSite({ ...adminAnswers, 'GET /admin/system-health': healthWithoutMail }),
  },
  async play({ canvas, userEvent }) {
    await canvas.findByText(/^9 readers are without their newest digest/)
    await userEvent.click(canvas.getByRole('button', { name: 'Show the mails perhaps sent' }))
    await canvas.findByRole('button', { name: 'Send all of these again' })
  },
}
export const ResendAll: Story = {
  parameters: { path: '/admin?tab=email' },
  async play({ canvas, userEvent }) {
    const section = within(await canvas.findByRole('region', { name: 'Outbox' }))
    await userEvent.click(await section.findByRole('combobox', { name: 'State' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Perhaps sent' }))
    await userEvent.click(await section.findByRole('button', { name: 'Send all of these again' }))
    await screen.findByText(/some may arrive twice/)
  },
}
export const Users: Story = {
  parameters: { path: '/admin?tab=users' },
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Users' })
  },
}
export const Audit: Story = {
  parameters: { path: '/admin?tab=audit' },
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Audit log' })
    await canvas.findByText('1 to 50 of 120')
  },
}
export const AuditEmpty: Story = {
  parameters: {
    path: '/admin?tab=audit',
    ...onSite({ ...adminAnswers, 'GET /admin/audit': { items: [], total: 0, skip: 0, limit: 50 } }),
  },
  async play({ canvas, userEvent }) {
    await canvas.findByText('The audit log is empty')
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Action' }), 'wipe')
    await canvas.findByText('No entry matches the filter')
  },
}
export const AuditLoading: Story = { parameters: { path: '/admin?tab=audit', ...onSite(allOf(never)) } }
export const AuditFailed: Story = {
  parameters: { path: '/admin?tab=audit', ...onSite(allOf(serverError)) },
  async play({ canvas }) {
    await canvas.findByText('Could not load')
  },
}
export const AuditPhone: Story = {
  ...Audit,
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const Loading: Story = {
  parameters: onSite(allOf(never)),
  async play({ canvas }) {
    await canvas.findByText('Checking…')
  },
}
export const Failed: Story = {
  parameters: onSite(allOf(serverError)),
  async play({ canvas }) {
    await expect((await canvas.findAllByText('Could not load')).length).toBeGreaterThan(1)
  },
}
export const NotAnAdmin: Story = {
  parameters: onSite(adminAnswers, sampleUser),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1, name: 'You need administrator rights' })
  },
}
export const Phone: Story = {
  parameters: { path: '/admin?tab=ingestion' },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Runs' })
  },
}
