import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { MailPreviewFrame } from '#web/components/admin/MailPreviewFrame.tsx'

const meta = {
  title: 'Admin/MailPreviewFrame',
  component: MailPreviewFrame,
  args: {
    preview: {
      subject: 'Counting lanterns and 11 more papers',
      html: '<!doctype html><html lang="en"><title>Digest</title><body><p>12 of 340 announced in your categories.</p></body></html>',
      text: 'Friday, 20 November 2026\n\nAda: 12 of 340 announced in your categories.',
      bytes: 34_120,
    },
  },
} satisfies Meta<typeof MailPreviewFrame>

export default meta
type Story = StoryObj<typeof meta>

export const Wide: Story = {}
export const Text: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Text' }))
    await expect(canvas.getByText(/^Friday, 20 November 2026/)).toBeVisible()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'mobile2' } } }
