import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleUser } from '#tests/support/samples.ts'
import { Profile } from '#web/pages/Profile/Profile.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Profile',
  component: Profile,
  parameters: { path: '/profile', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Profile>

export default meta
type Story = StoryObj<typeof meta>

export const AllSections: Story = {
  async play({ canvas }) {
    await canvas.findByText('Does the order help?')
    await canvas.findByRole('textbox', { name: 'Find a category' })
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /categories': never, 'GET /users/me/stats': never }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1 })
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /categories': serverError, 'GET /users/me/stats': serverError }),
  async play({ canvas }) {
    await canvas.findAllByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile2' } },
  async play({ canvas }) {
    await canvas.findByText('Does the order help?')
  },
}
