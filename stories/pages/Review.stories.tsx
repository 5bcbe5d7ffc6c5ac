import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { Failure, never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { emptyReview } from '../config/reviewSamples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(sampleUser), ...answers } },
})

const meta = {
  title: 'Pages/Weekly review',
  component: Dashboard,
  parameters: { path: '/dashboard?review=newest', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

export const FullWeek: Story = {
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Weekly review' })).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'Let go of these 9 papers' }))
    await expect(await canvas.findByRole('heading', { name: '9 papers removed from your list' })).toBeVisible()
  },
}
export const LettingGoFailed: Story = {
  parameters: onSite({ 'POST /users/me/review/let-go': serverError }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Let go of these 9 papers' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Let go of these 9 papers' })).toBeEnabled())
  },
}
export const EmptyWeek: Story = {
  parameters: onSite({ 'GET /users/me/review': emptyReview }),
  async play({ canvas }) {
    await canvas.findByText('No reading time was measured.')
  },
}
export const WeekNotOver: Story = {
  parameters: {
    path: '/dashboard?review=2026-11-29',
    ...onSite({
      'GET /users/me/review': new Failure('invalid-input', 422, 'The week that ends on 2026-11-29 is not over yet.'),
    }),
  },
  async play({ canvas }) {
    await canvas.findByText('The week that ends on 2026-11-29 is not over yet.')
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /users/me/review': never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading papers' })
  },
}
export const FailedToLoad: Story = {
  parameters: onSite({ 'GET /users/me/review': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Let go of these nine?' })
  },
}
