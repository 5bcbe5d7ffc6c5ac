import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { MailPreview } from '#web/components/admin/MailPreview.tsx'

/** For a mail before it is sent. Not for mail that was sent: take `OutboxTable`. Keyboard: arrow keys change the tab. */
const meta = {
  title: 'Admin/MailPreview',
  component: MailPreview,
  args: {
    preview: {
      subject: 'Counting lanterns and 11 more papers',
      html: '<!doctype html><html lang="en"><title>Digest</title><style>@media (prefers-color-scheme: dark) { body { background: #14141b; color: #e9e6e1 } }</style><body><p>12 of 340 announced in your categories.</p></body></html>',
      text: 'Friday, 20 November 2026\n\nAda: 12 of 340 announced in your categories.',
      bytes: 34_120,
    },
  },
} satisfies Meta<typeof MailPreview>

export default meta
type Story = StoryObj<typeof meta>

export const Desktop: Story = {}
export const Text: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Text' }))
    await expect(canvas.getByText(/^Friday, 20 November 2026/)).toBeVisible()
  },
}
export const Dark: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Dark' }))
    await expect(canvas.getByTitle<HTMLIFrameElement>(/^The mail/).srcdoc).toContain('@media (min-width: 0)')
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
