import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { DataSettings } from '#web/components/settings/DataSettings.tsx'

/** For the reader's data, in the profile. Keyboard: its buttons in turn. */
const meta = {
  title: 'Settings/DataSettings',
  component: DataSettings,
  args: {
    email: 'reader@example.org',
    exporting: { busy: false },
    onExport: fn(),
    erasing: { busy: false },
    onErase: fn(),
    onKeep: fn(),
  },
} satisfies Meta<typeof DataSettings>

export default meta
type Story = StoryObj<typeof meta>
export const Idle: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Export everything' }))
    await expect(args.onExport).toHaveBeenCalledOnce()
  },
}
export const Exporting: Story = { args: { exporting: { busy: true } } }
export const Exported: Story = { args: { exporting: { busy: false, saved: 'paperdawn-2026-11-20.json' } } }
export const ExportFailed: Story = { args: { exporting: { busy: false, error: 'The server could not be reached.' } } }
