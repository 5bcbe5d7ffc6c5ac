import type { Meta, StoryObj } from '@storybook/react-vite'
import { PublicHeader } from '#web/components/shell/PublicHeader.tsx'

/** For pages without an account. Keyboard: brand and Sign in. */
const meta = {
  title: 'Shell/PublicHeader',
  component: PublicHeader,
  args: { signedIn: false },
  parameters: { path: '/', layout: 'fullscreen' },
} satisfies Meta<typeof PublicHeader>

export default meta
type Story = StoryObj<typeof meta>

export const SignedOut: Story = {}
export const SignedIn: Story = { args: { signedIn: true } }
export const OnTheSignInPage: Story = { args: { showSignIn: false }, parameters: { path: '/login' } }
