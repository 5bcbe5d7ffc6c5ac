import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { OrderWorthText } from '#web/components/charts/OrderWorthText.tsx'
import { enough, notEnough } from '../config/tasteSamples.ts'

/** For what comparison of two orders showed. A number without its interval is never shown. It has no controls. */
const meta = {
  title: 'Charts/OrderWorthText',
  component: OrderWorthText,
  args: { worth: notEnough },
} satisfies Meta<typeof OrderWorthText>

export default meta
type Story = StoryObj<typeof meta>

export const NotEnough: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText(/^Not enough to tell yet: 18 of 60 lists\./)).toBeVisible()
  },
}
export const Helps: Story = {
  args: { worth: enough },
  async play({ canvas }) {
    await expect(canvas.getByText(/^This order helps\..* 69% \(95% interval 52% to 83%\)/)).toBeVisible()
  },
}
export const NoDifference: Story = {
  args: { worth: { ...enough, wins: 48, losses: 42, win_rate: 0.53, interval: [0.36, 0.7] } },
}
export const TimeOrderIsBetter: Story = {
  args: { worth: { ...enough, wins: 28, losses: 62, win_rate: 0.31, interval: [0.17, 0.48] } },
}
export const OverReaders: Story = {
  args: { worth: { ...enough, lists: 412, readers: 74, wins: 268, losses: 144, win_rate: 0.65, interval: [0.6, 0.7] } },
  async play({ canvas }) {
    await expect(canvas.getByText(/time order 144, for the average of 74 readers 65% \(95% interval/)).toBeVisible()
  },
}
