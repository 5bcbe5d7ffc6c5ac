import type { Meta, StoryObj } from '@storybook/react-vite'
import { BudgetEnd } from '#web/components/lists/BudgetEnd.tsx'

/** For the line where a reading budget ends. Not for the end of a list: take `LoadMore`. It has no controls. */
const meta = {
  title: 'Lists/BudgetEnd',
  component: BudgetEnd,
  args: { budget: { unit: 'minutes', amount: 20 }, below: 180 },
} satisfies Meta<typeof BudgetEnd>

export default meta
type Story = StoryObj<typeof meta>

export const Minutes: Story = {}
export const OnePaper: Story = { args: { budget: { unit: 'papers', amount: 1 }, below: 1 } }
