import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PlanStrip } from '#web/components/lists/PlanStrip.tsx'
import { emptyPlan, plan } from '../config/reviewSamples.ts'

/** For the top of the papers to be read. Closed at first; nothing is asked for. Keyboard: the line opens, then links. */
const meta = {
  title: 'Lists/PlanStrip',
  component: PlanStrip,
  args: { plan, onRetry: fn(), hrefFor: (itemId) => `/reading-list?item=${itemId}` },
} satisfies Meta<typeof PlanStrip>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('Today: 2 papers, about 45 minutes.')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'This week’s review' })).toBeVisible()
  },
}
export const Opened: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('Today: 2 papers, about 45 minutes.'))
    await expect(canvas.getByRole('list', { name: 'Today' })).toBeVisible()
    await expect(canvas.getByText('90 minutes, two days')).toBeVisible()
  },
}
export const OpenedOnPhone: Story = { ...Opened, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const NothingToRead: Story = { args: { plan: emptyPlan } }
export const Loading: Story = { args: { plan: undefined } }
export const Failed: Story = {
  args: { plan: undefined, error: 'Something went wrong on our side.' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
