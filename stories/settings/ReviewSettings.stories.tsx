import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ReviewSettings } from '#web/components/settings/ReviewSettings.tsx'

/** For the weekly review by mail, in the profile. Each change saves itself. Keyboard: a select. */
const meta = {
  title: 'Settings/ReviewSettings',
  component: ReviewSettings,
  args: { value: { weekday: null }, onChange: fn() },
} satisfies Meta<typeof ReviewSettings>

export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Review of weeks until' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Friday' }))
    await expect(args.onChange).toHaveBeenCalledWith({ weekday: 5 })
  },
}
export const Sundays: Story = {
  args: { value: { weekday: 0 } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Review of weeks until' }))
    await userEvent.click(await screen.findByRole('option', { name: 'No mail' }))
    await expect(args.onChange).toHaveBeenCalledWith({ weekday: null })
  },
}
export const Failed: Story = {
  args: { status: 'failed', error: 'The server could not be reached.', onRetry: fn() },
}
