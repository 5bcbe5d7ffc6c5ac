import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { PapersDialog } from '#web/components/lists/PapersDialog.tsx'
import { papers } from '../config/samples.ts'

/** For some papers above the page. Not for the papers of a day. Keyboard: Escape closes. */
const meta = {
  title: 'Lists/PapersDialog',
  component: PapersDialog,
  parameters: { docs: { story: { inline: false } } },
  args: { open: true, title: 'Hidden by “survey”', papers, error: undefined, onRetry: fn(), onClose: fn() },
} satisfies Meta<typeof PapersDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
