import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { GlobalShortcuts } from '#web/components/shell/GlobalShortcuts.tsx'
import { UserContext } from '#web/shared/useUser.ts'

/** For every signed-in page, once. Keyboard: it is the keyboard; off while one types, and by a setting. */
const meta = {
  title: 'Shell/GlobalShortcuts',
  component: GlobalShortcuts,
  args: { children: (showHelp) => <Button onClick={showHelp}>Keyboard shortcuts</Button> },
  decorators: [
    (Story) => (
      <UserContext value={sampleUser}>
        <Story />
      </UserContext>
    ),
  ],
} satisfies Meta<typeof GlobalShortcuts>

export default meta
type Story = StoryObj<typeof meta>

export const OpenedByKey: Story = {
  async play({ userEvent }) {
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog).toBeVisible())
  },
}
export const OpenedByButton: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Keyboard shortcuts' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog).toBeVisible())
  },
}
