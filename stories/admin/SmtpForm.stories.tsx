import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SmtpForm } from '#web/components/admin/SmtpForm.tsx'
import { emailConfig } from '../config/adminSamples.ts'

/**
 * For the settings of the mail server. Not for a setting that saves itself: take `SettingsRow`. Keyboard: fields in their
 * order; Enter saves.
 */
const meta = {
  title: 'Admin/SmtpForm',
  component: SmtpForm,
  args: { config: emailConfig, ownEmail: 'admin@paperdawn.test', onSave: fn(), onTest: fn() },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof SmtpForm>

export default meta
type Story = StoryObj<typeof meta>

export const Proposals: Story = { args: { config: { ...emailConfig, configured: false, password_set: false } } }
export const Sink: Story = {
  args: {
    config: { ...emailConfig, host: '127.0.0.1', port: 2525, configured: false, password_set: false, sink: true },
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Use the mail sink' }))
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ host: '127.0.0.1', port: 2525, enabled: true }),
    )
  },
}
export const SecretSet: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Send a test' }))
    await expect(args.onTest).toHaveBeenCalledWith(
      expect.objectContaining({ host: 'smtp.example.org' }),
      'admin@paperdawn.test',
    )
  },
}
export const OtherServer: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Server' }), '.net')
    await expect(canvas.getByText(/^Enter it again/)).toBeVisible()
    await userEvent.type(canvas.getByLabelText('Password'), 'new')
    await userEvent.click(canvas.getByRole('button', { name: 'Save mail settings' }))
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ host: 'smtp.example.org.net', password: 'new', version: 3 }),
    )
  },
}
export const WrongField: Story = {
  args: { error: 'Some of the values cannot be used.', fields: { '/port': 'A port is a number from 1 to 65535.' } },
}
export const Paused: Story = { args: { config: { ...emailConfig, enabled: false } } }
export const Testing: Story = { args: { testing: true } }
export const TestFailed: Story = {
  args: {
    testResult: {
      ok: false,
      step: 'login',
      message: 'The server refused the user or the password.',
      transcript: ['S: 220 smtp.example.org', 'C: EHLO paperdawn.test', 'S: 535 5.7.8 Authentication failed'],
    },
  },
}
