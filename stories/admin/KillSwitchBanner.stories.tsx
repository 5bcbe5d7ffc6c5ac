import type { Meta, StoryObj } from '@storybook/react-vite'
import { KillSwitchBanner } from '#web/components/admin/KillSwitchBanner.tsx'

/** For the top of the admin panel while mail is paused. Not for other warnings: take MUI's `Alert`. It has no controls. */
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
