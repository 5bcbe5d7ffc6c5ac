import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { UnsubscribedNote } from '#web/components/settings/UnsubscribedNote.tsx'

/** For a reader who came by the link of a mail. Keyboard: one button. */
const meta = {
  title: 'Settings/UnsubscribedNote',
  component: UnsubscribedNote,
  args: { since: '2026-11-20T06:00:04.000Z', onSwitchOn: fn() },
} satisfies Meta<typeof UnsubscribedNote>

export default meta
type Story = StoryObj<typeof meta>

export const SwitchedOff: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Switch on again' }))
    await expect(args.onSwitchOn).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
