import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { sampleJob } from '#tests/support/samples.ts'
import { JobTable } from '#web/components/admin/JobTable.tsx'
import { jobs } from '../config/samples.ts'

/**
 * For the history of runs. Not for one run that is going on: take `JobProgress`. Keyboard: the buttons of each row in
 * turn.
 */
const meta = {
  title: 'Admin/JobTable',
  component: JobTable,
  args: { rows: jobs, onCancel: fn(), onRetry: fn(), onRetryFailed: fn(), onFollow: fn() },
} satisfies Meta<typeof JobTable>

export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Retry: Send digests' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Running: Story = {
  args: { rows: [sampleJob] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel: Fetch the announcements' }))
    await expect(args.onCancel).toHaveBeenCalledWith(sampleJob)
    await userEvent.click(canvas.getByRole('button', { name: 'Log: Fetch the announcements' }))
    await expect(args.onFollow).toHaveBeenCalledWith(sampleJob)
  },
}
export const Partial: Story = {
  args: { rows: [{ ...sampleJob, state: 'partial', error: 'The feed of math could not be read.', resumable: true }] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Retry failed only: Fetch the announcements' }))
    await expect(args.onRetryFailed).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Log: Fetch the announcements' }))
    await expect(args.onFollow).toHaveBeenCalledOnce()
  },
}
export const Cancelling: Story = { args: { rows: [sampleJob], busyId: sampleJob.id } }
export const Empty: Story = { args: { rows: [] } }
