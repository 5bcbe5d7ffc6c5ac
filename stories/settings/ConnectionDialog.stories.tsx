import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { ConnectionDialog } from '#web/components/settings/ConnectionDialog.tsx'
import { newConnection, slackConnection } from '../config/connectionSamples.ts'

/** For setting a connection up: at most three fields, and a test before saving. Keyboard: Enter saves. */
const meta = {
  title: 'Settings/ConnectionDialog',
  component: ConnectionDialog,
  parameters: { docs: { story: { inline: false } } },
  args: {
    kind: 'slack',
    connection: undefined,
    saving: false,
    testing: false,
    tested: null,
    secret: null,
    onTest: fn(),
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ConnectionDialog>

export default meta
type Story = StoryObj<typeof meta>

const ADDRESS = 'https://hooks.slack.com/services/T000/B000/lanterns'
const findDialog = async () => within(await screen.findByRole('dialog'))

export const Empty: Story = {
  async play() {
    const dialog = await findDialog()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  },
}
export const Filled: Story = {
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await userEvent.type(dialog.getByRole('textbox', { name: /Webhook address/ }), ADDRESS)
    await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }))
    await expect(args.onTest).toHaveBeenCalledWith({ address: ADDRESS })
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(args.onSave).toHaveBeenCalledWith({ address: ADDRESS })
  },
}
export const Matrix: Story = { args: { kind: 'matrix' } }
export const Ntfy: Story = {
  args: { kind: 'ntfy' },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    const topic = dialog.getByRole<HTMLInputElement>('textbox', { name: /Topic/ }).value
    await expect(topic).toMatch(/^[a-z2-9]{16}$/)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(args.onSave).toHaveBeenCalledWith({ address: 'https://ntfy.sh', topic })
  },
}
export const TestRunning: Story = { args: { testing: true } }
export const TestAccepted: Story = { args: { tested: { ok: true, message: 'Slack accepted the message.' } } }
export const Refused: Story = {
  args: {
    tested: { ok: false, message: 'Slack does not know this address, or refuses the token: 404 no_service.' },
  },
}
export const NotSaved: Story = { args: { error: 'The address must begin with https://.' } }
export const Saved: Story = { args: { connection: slackConnection } }
export const SavedWebhook: Story = {
  args: { kind: 'webhook', connection: newConnection },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'New secret' }))
    await expect(args.onSave).toHaveBeenCalledWith({ renew_secret: true })
  },
}
export const Secret: Story = {
  args: { kind: 'webhook', secret: 'whsec_bGFudGVybnMgb24gdGhlIGNvYXN0IG9mIG5vd2hlcmU=' },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(args.secret)
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { kind: 'matrix', tested: { ok: false, message: 'The room is encrypted: choose one that is not.' } },
}
