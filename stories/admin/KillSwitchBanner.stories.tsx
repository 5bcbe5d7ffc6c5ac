import type { Meta, StoryObj } from '@storybook/react-vite'
import { KillSwitchBanner } from '#web/components/admin/KillSwitchBanner.tsx'

const meta = {
  title: 'Admin/KillSwitchBanner',
  component: KillSwitchBanner,
  args: { on: true },
} satisfies Meta<typeof KillSwitchBanner>

export default meta
type Story = StoryObj<typeof meta>

export const On: Story = {}
/** Nothing. */
export const Off: Story = { args: { on: false } }
