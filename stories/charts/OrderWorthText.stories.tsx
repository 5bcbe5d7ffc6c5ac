import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { OrderWorthText } from '#web/components/charts/OrderWorthText.tsx'
import { enough, notEnough } from '../config/tasteSamples.ts'

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
    await expect(canvas.getByText(/^This order helps\..* 69% \(95% interval 56% to 79%\)/)).toBeVisible()
  },
}
export const NoDifference: Story = {
  args: { worth: { ...enough, wins: 34, losses: 30, win_rate: 0.53, interval: [0.41, 0.65] } },
}
export const TimeOrderIsBetter: Story = {
  args: { worth: { ...enough, wins: 20, losses: 44, win_rate: 0.31, interval: [0.21, 0.44] } },
}
