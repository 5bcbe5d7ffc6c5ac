import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SmtpTestResult } from '#web/components/admin/SmtpTestResult.tsx'

/**
 * For the answer of the mail server to a test, below the button that asked. Keyboard: the transcript is a disclosure.
 */
const meta = {
  title: 'Admin/SmtpTestResult',
  component: SmtpTestResult,
  args: {
    result: {
      ok: true,
      step: 'send',
      message: 'A message went to admin@paperdawn.test.',
      transcript: ['S: 220 smtp.example.org', 'C: EHLO paperdawn.test', 'S: 250 2.0.0 Ok: queued'],
    },
  },
} satisfies Meta<typeof SmtpTestResult>

export default meta
type Story = StoryObj<typeof meta>

export const Works: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('What was said'))
    await expect(canvas.getByText(/250 2\.0\.0 Ok/)).toBeVisible()
  },
}
export const UnknownServer: Story = {
  args: { result: { ok: false, step: 'dns', message: 'No server has this name.', transcript: [] } },
}
export const RecipientRefused: Story = {
  args: {
    result: {
      ok: false,
      step: 'rcpt-to',
      message: 'smtp.example.org accepts no mail to ada@example.org: 550 5.7.1 Relaying denied',
      transcript: ['C: RCPT TO:<ada@example.org>', 'S: 550 5.7.1 Relaying denied'],
    },
  },
  async play({ canvas }) {
    await expect(canvas.getByText('Failed while checking the recipient')).toBeVisible()
  },
}
