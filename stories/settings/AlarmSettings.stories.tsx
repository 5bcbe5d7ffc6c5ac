import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { AlarmSettings } from '#web/components/settings/AlarmSettings.tsx'

/** For alarms by mail, in the profile of admins. Each change saves itself. Keyboard: a switch. */
const meta = {
  title: 'Settings/AlarmSettings',
  component: AlarmSettings,
  args: { value: false, onChange: fn() },
} satisfies Meta<typeof AlarmSettings>

export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Alarms for admins by mail' }))
    await expect(args.onChange).toHaveBeenCalledWith(true)
  },
}
export const On: Story = { args: { value: true } }
export const Failed: Story = {
  args: { value: true, status: 'failed', error: 'The server could not be reached.', onRetry: fn() },
}
