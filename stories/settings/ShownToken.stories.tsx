import Dialog from '@mui/material/Dialog'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { ShownToken } from '#web/components/settings/ShownToken.tsx'

/** For a secret that is shown once, in a dialog. Keyboard: the focus selects it. */
const meta = {
  title: 'Settings/ShownToken',
  component: ShownToken,
  parameters: { docs: { story: { inline: false } } },
  args: { token: 'pd_0Zk1rT8uYw5nB2cX7dLfHs4aJpEe3vQm0Zk1rT8uYw5nAbCdEf', onClose: fn() },
  decorators: [
    (Story) => (
      <Dialog open aria-labelledby="new-token-title" maxWidth="sm" fullWidth>
        <Story />
      </Dialog>
    ),
  ],
} satisfies Meta<typeof ShownToken>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ args, userEvent }) {
    const dialog = within(await screen.findByRole('dialog', { name: 'Your new token' }))
    await expect(dialog.getByRole('textbox', { name: 'Token' })).toHaveValue(args.token)
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
