import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Landing } from '#web/pages/Landing/Landing.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: { status: 'signed-out' }, answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Landing',
  component: Landing,
  parameters: { path: '/', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Landing>

export default meta
type Story = StoryObj<typeof meta>

export const SignedOut: Story = {
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Sign in with Google' })
    await expect((await canvas.findAllByRole('article')).length).toBeGreaterThan(0)
  },
}
export const SignedIn: Story = {
  parameters: { site: { session: signedInAs(sampleUser), answers: answersFor() } },
  async play({ canvas }) {
    await expect((await canvas.findAllByRole('link', { name: 'Open dashboard' })).length).toBe(2)
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /papers/today': never }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1 })
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /papers/today': serverError }),
  async play({ canvas }) {
    await expect((await canvas.findAllByRole('article')).length).toBeGreaterThan(0)
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findAllByRole('article')
  },
}
