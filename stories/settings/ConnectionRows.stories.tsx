import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { ConnectionRows } from '#web/components/settings/ConnectionRows.tsx'
import {
  connections,
  endedConnection,
  failingConnection,
  silentConnection,
  slackConnection,
} from '../config/connectionSamples.ts'

/** For the services that the day is posted to. Removing asks before. Keyboard: the buttons of each row. */
const meta = {
  title: 'Settings/ConnectionRows',
  component: ConnectionRows,
  args: {
    connections: [],
    busy: false,
    onSetUp: fn(),
    onSwitch: fn(),
    onTest: fn(),
    onRemove: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof ConnectionRows>

export default meta
type Story = StoryObj<typeof meta>

export const AllOff: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(screen.getByRole('button', { name: 'Set up Matrix' }))
    await expect(args.onSetUp).toHaveBeenCalledWith('matrix')
  },
}
export const On: Story = { args: { connections } }
export const Switches: Story = {
  args: { connections: [slackConnection] },
  async play({ args, userEvent }) {
    const own = within(screen.getByRole('group', { name: 'Slack gets' }))
    await expect(own.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    await userEvent.click(own.getByRole('checkbox', { name: /^The day’s top papers/ }))
    await expect(args.onSwitch).toHaveBeenCalledWith('slack', { day: false })
    await userEvent.click(own.getByRole('checkbox', { name: /^The weekly review/ }))
    await expect(args.onSwitch).toHaveBeenCalledWith('slack', { review: true })
  },
}
export const SwitchesSaving: Story = { args: { connections: [slackConnection], busy: true } }
export const SwitchesNotSaved: Story = {
  args: {
    connections: [slackConnection],
    unsaved: { kind: 'slack', message: 'The server could not be reached.' },
  },
}
export const SwitchesOfAnAdmin: Story = {
  args: { connections: [slackConnection], isAdmin: true },
  async play({ args, userEvent }) {
    await userEvent.click(screen.getByRole('checkbox', { name: /^Alarms for admins/ }))
    await expect(args.onSwitch).toHaveBeenCalledWith('slack', { alarms: true })
  },
}
export const NothingSent: Story = { args: { connections: [silentConnection] } }
export const Failing: Story = { args: { connections: [failingConnection] } }
export const SwitchedOffByTheService: Story = { args: { connections: [endedConnection] } }
export const Testing: Story = { args: { connections, busy: true, tested: { kind: 'slack', result: null } } }
export const TestAccepted: Story = {
  args: {
    connections,
    tested: { kind: 'slack', result: { ok: true, message: 'Slack accepted the message.' } },
  },
  async play({ args, userEvent }) {
    await expect(screen.getByRole('alert')).toHaveTextContent('Slack accepted the message.')
    await userEvent.click(screen.getByRole('button', { name: 'Send a test to Slack' }))
    await expect(args.onTest).toHaveBeenCalledWith('slack')
  },
}
export const TestRefused: Story = {
  args: {
    connections: [slackConnection],
    tested: {
      kind: 'slack',
      result: { ok: false, message: 'Slack does not know this address, or refuses the token: 404 no_service.' },
    },
  },
}
export const Confirm: Story = {
  parameters: { docs: { story: { inline: false } } },
  args: { connections },
  async play({ args, userEvent }) {
    await userEvent.click(screen.getByRole('button', { name: 'Remove Slack' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Slack?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove it' }))
    await expect(args.onRemove).toHaveBeenCalledWith('slack')
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { connections: [slackConnection, failingConnection, endedConnection] },
}
