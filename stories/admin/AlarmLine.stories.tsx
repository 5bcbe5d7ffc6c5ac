import type { Meta, StoryObj } from '@storybook/react-vite'
import { AlarmLine } from '#web/components/admin/AlarmLine.tsx'

/** For System health: to whom alarms go, or how to set them up. */
const meta = {
  title: 'Admin/AlarmLine',
  component: AlarmLine,
  args: { alarms: { admins: 1, by: ['Slack'] } },
} satisfies Meta<typeof AlarmLine>

export default meta
type Story = StoryObj<typeof meta>

export const OneAdmin: Story = {}
export const SeveralAdmins: Story = { args: { alarms: { admins: 3, by: ['Slack', 'ntfy', 'mail'] } } }
export const NoAdmin: Story = { args: { alarms: { admins: 0, by: [] } } }
