import Skeleton from '@mui/material/Skeleton'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { HomeHeader } from '#web/components/shell/HomeHeader.tsx'

const admin = { ...sampleUser, name: 'Cleo Adeyemi', is_admin: true }

/** For the dashboard. Other pages take `AppShell`. Keyboard: search, then the destinations. */
const meta = {
  title: 'Shell/HomeHeader',
  component: HomeHeader,
  args: {
    user: sampleUser,
    greeting: 'Good morning, Ada',
    day: 'Friday, 20 November',
    summary: '34 new papers in 4 categories, 12 not seen yet',
    toRead: 14,
    onLongText: fn(),
    onSignOut: fn(),
    onShowShortcuts: fn(),
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof HomeHeader>

export default meta
type Story = StoryObj<typeof meta>

export const Morning: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Logout' }))
    await expect(args.onSignOut).toHaveBeenCalledOnce()
  },
}
export const SearchLeft: Story = {
  async play({ canvas, userEvent }) {
    const field = canvas.getByRole('searchbox', { name: 'Search' })
    await userEvent.type(field, 'lantern{Escape}')
    await expect(field).toHaveValue('')
    await expect(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(field).not.toHaveFocus()
  },
}
export const LongPaste: Story = {
  async play({ args, canvas, userEvent }) {
    const field = canvas.getByRole('searchbox', { name: 'Search' })
    await userEvent.click(field)
    await userEvent.paste('lantern\n'.repeat(40))
    await expect(args.onLongText).toHaveBeenCalledWith('lantern\n'.repeat(40))
    await expect(field).toHaveValue('')
  },
}
export const Admin: Story = { args: { user: admin, greeting: 'Good morning, Cleo' } }
export const AdminWithAlert: Story = {
  args: { user: admin, greeting: 'Good morning, Cleo', adminAlert: 'Source failing' },
}
export const Loading: Story = { args: { summary: <Skeleton animation={false} width={320} />, toRead: undefined } }
export const LongName: Story = {
  args: { user: { ...sampleUser, name: 'Maximiliana-Konstanze Freifrau von Quillfeather-Vantongerloo' } },
}
export const Phone: Story = {
  args: { user: admin, adminAlert: 'Source failing' },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
