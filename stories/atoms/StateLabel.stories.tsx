import type { Meta, StoryObj } from '@storybook/react-vite'
import { StateLabel } from '#web/components/StateLabel.tsx'

const meta = {
  title: 'Atoms/StateLabel',
  component: StateLabel,
  args: { tone: 'good', children: 'Good' },
} satisfies Meta<typeof StateLabel>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {}
export const Warning: Story = { args: { tone: 'warning', children: 'Slow' } }
export const Bad: Story = { args: { tone: 'bad', children: 'Failed' } }
export const Running: Story = { args: { tone: 'running', children: 'Running' } }
export const Unknown: Story = { args: { tone: 'unknown', children: 'Unknown' } }
