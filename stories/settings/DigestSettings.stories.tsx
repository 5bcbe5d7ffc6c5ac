import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { DigestSettings } from '#web/components/settings/DigestSettings.tsx'

const { digest } = sampleUser.preferences

/** For the daily mail, in the profile. Each change saves itself. Keyboard: fields in their order. */
const meta = {
  title: 'Settings/DigestSettings',
  component: DigestSettings,
  args: { value: { ...digest, enabled: true }, email: sampleUser.email, onChange: fn() },
} satisfies Meta<typeof DigestSettings>

export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  args: { value: digest },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch'))
    await expect(args.onChange).toHaveBeenCalledWith({ enabled: true })
  },
}
export const Daily: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Group the papers of the mail by interest' }))
    await expect(args.onChange).toHaveBeenCalledWith({ by_interest: true })
  },
}
export const OffWithTime: Story = { args: { value: digest, withTime: true } }
export const Failed: Story = {
  args: { status: 'failed', error: 'The server could not be reached.', onRetry: fn() },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
