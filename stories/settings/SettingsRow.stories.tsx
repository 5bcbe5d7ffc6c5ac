import Switch from '@mui/material/Switch'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SettingsRow } from '#web/components/settings/SettingsRow.tsx'

/** For one setting. Not for a form that is saved as a whole. Keyboard: that of its control. */
const meta = {
  title: 'Settings/SettingsRow',
  component: SettingsRow,
  args: {
    label: 'Keyboard shortcuts',
    help: 'Single keys for lists of papers.',
    children: <Switch slotProps={{ input: { 'aria-label': 'Keyboard shortcuts' } }} />,
  },
} satisfies Meta<typeof SettingsRow>

export default meta
type Story = StoryObj<typeof meta>

export const Idle: Story = {}
export const Saving: Story = { args: { status: 'saving' } }
export const Failed: Story = {
  args: { status: 'failed', error: 'The server could not be reached.', onRetry: fn() },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Retry' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
