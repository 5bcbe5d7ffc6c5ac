import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SendsSwitches } from '#web/components/settings/SendsSwitches.tsx'
import { silentConnection, slackConnection } from '../config/connectionSamples.ts'

/** For what a saved connection gets. Each change saves itself. Keyboard: check boxes. */
const meta = {
  title: 'Settings/SendsSwitches',
  component: SendsSwitches,
  args: { name: 'Slack', sends: slackConnection.sends, busy: false, isAdmin: false, onSwitch: fn() },
} satisfies Meta<typeof SendsSwitches>

export default meta
type Story = StoryObj<typeof meta>

export const OfAReader: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.queryByRole('checkbox', { name: /Alarms/ })).toBeNull()
    await userEvent.click(canvas.getByRole('checkbox', { name: /^Updates of saved papers/ }))
    await expect(args.onSwitch).toHaveBeenCalledWith({ updates: false })
  },
}
export const OfAnAdmin: Story = {
  args: { isAdmin: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: /^Alarms for admins/ }))
    await expect(args.onSwitch).toHaveBeenCalledWith({ alarms: true })
  },
}
export const Saving: Story = { args: { busy: true } }
export const Nothing: Story = { args: { sends: silentConnection.sends } }
