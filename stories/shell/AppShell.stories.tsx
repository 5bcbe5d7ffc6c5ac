import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { AppShell } from '#web/components/shell/AppShell.tsx'

/** For every signed-in page but the dashboard. Keyboard: the skip link comes first; `g` and a letter go to a page. */
const meta = {
  title: 'Shell/AppShell',
  component: AppShell,
  args: {
    user: sampleUser,
    toRead: 14,
    onSignOut: fn(),
    onShowShortcuts: fn(),
    children: <Typography variant="h1">Reading list</Typography>,
  },
  parameters: { path: '/reading-list', layout: 'fullscreen' },
} satisfies Meta<typeof AppShell>

export default meta
type Story = StoryObj<typeof meta>

export const Reader: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: /Reading List/ })).toHaveAttribute('aria-current', 'page')
    await expect(canvas.queryByRole('link', { name: 'Admin Panel' })).toBeNull()
  },
}
export const Admin: Story = { args: { user: { ...sampleUser, is_admin: true } }, parameters: { path: '/admin' } }
export const LongName: Story = {
  args: { user: { ...sampleUser, name: 'Maximiliana-Konstanze Freifrau von Quillfeather-Vantongerloo' } },
}
export const PhoneClosed: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const PhoneDrawerOpen: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Menu' }))
    const logout = await screen.findByRole('button', { name: 'Logout' })
    await waitFor(() => expect(logout).toBeVisible())
  },
}
