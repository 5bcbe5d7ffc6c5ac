import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, Failure, never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { adminAnswers } from '../config/adminAnswers.ts'
import { noBackups } from '../config/backupSamples.ts'
import { jobs } from '../config/samples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  path: '/admin?tab=health',
  site: { session: signedInAs(admin), answers: { ...answersFor(admin), ...adminAnswers, ...answers } },
})

const running = {
  ...jobs[0],
  id: 'backup-1',
  kind: 'backup',
  state: 'running',
  counters: {},
  progress: { done: 120_000, total: 430_000, unit: 'documents', step: 'reading papers' },
}

/** The part of the health page about the backups of the library. */
const meta = {
  title: 'Pages/AdminBackups',
  component: Admin,
  parameters: { layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Admin>

export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {
  async play({ canvas }) {
    await canvas.findByRole('table', { name: 'Backups' })
  },
}
export const BackingUp: Story = {
  parameters: onSite({ 'POST /admin/backup': running, 'GET /admin/jobs/backup-1': running }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Back up now' }))
    await canvas.findByText(/reading papers/)
    await expect(canvas.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  },
}
export const Refused: Story = {
  parameters: onSite({
    'POST /admin/backup': new Failure('already-running', 409, 'Such a job is already waiting or running.'),
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Back up now' }))
    await canvas.findByText('Such a job is already waiting or running.')
  },
}
export const NoFolder: Story = {
  parameters: onSite({ 'GET /admin/backups': noBackups }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'No backup yet' })
    await expect(canvas.queryByRole('button', { name: 'Back up now' })).toBeNull()
  },
}
export const NoneYet: Story = {
  parameters: onSite({ 'GET /admin/backups': { ...noBackups, folder: '/var/lib/paperdawn/backups' } }),
  async play({ canvas }) {
    await canvas.findByText('The first one is made when its hour comes.')
  },
}
export const Loading: Story = { parameters: onSite({ 'GET /admin/backups': never }) }
export const NotLoaded: Story = {
  parameters: onSite({ 'GET /admin/backups': serverError }),
  async play({ canvas }) {
    await canvas.findByText('Something went wrong on our side.')
  },
}
