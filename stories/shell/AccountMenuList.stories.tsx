import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { AccountMenuList } from '#web/components/shell/AccountMenuList.tsx'

/** For the contents of `AccountMenu`, loaded when it opens. Not directly. */
const meta = {
  title: 'Shell/AccountMenuList',
  component: AccountMenuList,
  parameters: { docs: { story: { inline: false } } },
  args: { anchor: document.body, onClose: fn(), user: sampleUser, onSignOut: fn(), onShowShortcuts: fn() },
} satisfies Meta<typeof AccountMenuList>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ args, userEvent }) {
    await waitFor(async () => expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveFocus())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await expect(args.onShowShortcuts).toHaveBeenCalledOnce()
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
