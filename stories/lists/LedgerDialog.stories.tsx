import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { LedgerDialog } from '#web/components/lists/LedgerDialog.tsx'
import { ApiError } from '#web/shared/client.ts'
import { papers } from '../config/samples.ts'

const meta = {
  title: 'Lists/LedgerDialog',
  component: LedgerDialog,
  args: { where: 'muted', papers, error: undefined, onRetry: fn(), onClose: fn() },
} satisfies Meta<typeof LedgerDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Empty: Story = { args: { papers: [] } }
export const Loading: Story = { args: { papers: undefined } }
export const Failed: Story = {
  args: { error: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500) },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'mobile2' } } }
