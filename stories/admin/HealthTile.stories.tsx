import type { Meta, StoryObj } from '@storybook/react-vite'
import { HealthTile } from '#web/components/admin/HealthTile.tsx'

/** For one dependency in System health. Not for a figure: take `StatTile`. It has no controls. */
const meta = {
  title: 'Admin/HealthTile',
  component: HealthTile,
  args: {
    name: 'Database',
    state: 'ok',
    latency_ms: 2.4,
    checked_at: '2026-11-20T05:14:00.000Z',
    message: 'It responds.',
  },
} satisfies Meta<typeof HealthTile>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {}
export const Slow: Story = { args: { state: 'slow', latency_ms: 1_840, message: 'It responds slowly.' } }
export const Down: Story = { args: { state: 'down', latency_ms: null, message: 'No response within five seconds.' } }
export const Unknown: Story = { args: { state: 'unknown', latency_ms: null, message: 'Not checked yet.' } }
