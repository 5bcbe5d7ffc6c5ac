import type { Meta, StoryObj } from '@storybook/react-vite'
import type { SessionState } from '#web/auth/sessionState.ts'
import { SignInError } from '#web/auth/identity.ts'
import { ApiError } from '#web/shared/client.ts'
import { Login } from '#web/pages/Login.tsx'
import { answersFor, config } from '../config/siteAnswers.ts'

const onSite = (session: SessionState, answers = answersFor()) => ({ site: { session, answers } })

const meta = {
  title: 'Pages/Login',
  component: Login,
  parameters: { path: '/login', layout: 'fullscreen', ...onSite({ status: 'signed-out' }) },
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1, name: 'Sign in' })
  },
} satisfies Meta<typeof Login>

export default meta
type Story = StoryObj<typeof meta>

export const WithDemoAccounts: Story = {
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Demo accounts' })
  },
}
const withoutDemoAccounts = { 'GET /config': { ...config, features: { ...config.features, demo_accounts: false } } }
export const WithoutDemoAccounts: Story = { parameters: onSite({ status: 'signed-out' }, withoutDemoAccounts) }
export const Refused: Story = {
  parameters: onSite({ status: 'signed-out', problem: new SignInError('refused') }),
}
const unreachable: SessionState = {
  status: 'failed',
  error: new ApiError({ code: 'unreachable', message: 'The sign-in service does not respond.' }, 503),
}
export const Starting: Story = {
  parameters: onSite(unreachable),
  async play({ canvas }) {
    await canvas.findByText(/Sign-in is starting/)
  },
}
export const ServiceUnreachable: Story = { parameters: onSite(unreachable, withoutDemoAccounts) }
export const Loading: Story = {
  parameters: onSite({ status: 'loading' }),
  async play({ canvas }) {
    await canvas.findByRole('progressbar', { name: 'Loading' })
  },
}
