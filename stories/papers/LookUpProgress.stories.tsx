import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { LookUpProgress } from '#web/components/papers/LookUpProgress.tsx'

const waiting = { job_id: 'job-1', source: 'arXiv', retry_after: 28, saves: false, reason: 'arXiv asked for a pause.' }

/** For the time while a source is asked. Not for other loading: take `Skeleton`. It is read out. */
const meta = {
  title: 'Papers/LookUpProgress',
  component: LookUpProgress,
  args: { source: 'arXiv', waiting: null, answers: 0, onSave: fn() },
} satisfies Meta<typeof LookUpProgress>

export default meta
type Story = StoryObj<typeof meta>

export const Asking: Story = {
  async play({ canvas }) {
    await canvas.findByText('1 s')
  },
}
export const AskingCrossref: Story = {
  args: { source: 'Crossref' },
  async play({ canvas }) {
    await canvas.findByText('Asking Crossref…')
  },
}
export const AskingAPage: Story = {
  args: { source: 'the page at journal.example.org' },
  async play({ canvas }) {
    await canvas.findByText('Asking the page at journal.example.org…')
  },
}
export const Paused: Story = {
  args: { waiting, answers: 1 },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save when found' }))
    await expect(args.onSave).toHaveBeenCalled()
  },
}
export const PausedForHours: Story = {
  args: { waiting: { ...waiting, retry_after: 10_800 }, answers: 1 },
  async play({ canvas }) {
    await canvas.findByText('in 3 h')
  },
}
export const SavedWhenFound: Story = { args: { waiting: { ...waiting, saves: true }, answers: 1 } }
