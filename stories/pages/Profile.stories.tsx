import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import type { MailStatus } from '#api/contract/mail.ts'
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
    await canvas.findByRole('textbox', { name: 'Find a category, journal or feed' })
  },
}
export const Loading: Story = {
  parameters: onSite({
    'GET /categories': never,
    'GET /users/me/stats': never,
    'GET /users/me/tokens': never,
    'GET /users/me/connections': never,
  }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1 })
  },
}
export const Failed: Story = {
  parameters: onSite({
    'GET /categories': serverError,
    'GET /users/me/stats': serverError,
    'GET /users/me/tokens': serverError,
    'GET /users/me/connections': serverError,
  }),
  async play({ canvas }) {
    await canvas.findAllByRole('button', { name: 'Try again' })
  },
}
export const MailReturned: Story = {
  parameters: onSite({
    'GET /users/me/mail': {
      returned: { cause: 'no-mailbox', reason: '550 5.1.1 No such user', since: '2026-11-03T06:00:00.000Z' },
      digest: {
        day: '2026-11-20',
        state: 'suppressed',
        reason: '550 5.1.1 No such user',
        sent_at: null,
        retry_at: null,
        absence: null,
      },
      review: null,
      targets: 0,
      unsubscribed_at: null,
    } satisfies MailStatus,
    'POST /users/me/mail/resume': {
      returned: null,
      digest: null,
      review: null,
      targets: 0,
      unsubscribed_at: null,
    } satisfies MailStatus,
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again with the next digest' }))
    await waitFor(() => expect(canvas.queryByText(/came back on/)).toBeNull())
  },
}
export const SampleSent: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send me a sample now' }))
    await canvas.findByText('A sample is on its way to reader@example.org.')
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findByText('Does the order help?')
  },
}
