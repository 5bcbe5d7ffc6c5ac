import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor, dayWithout } from '../config/siteAnswers.ts'

const newcomer = { ...sampleUser, category_ids: [], onboarded: false }
const onSite = (answers: Answers = {}) => ({
  site: {
    session: signedInAs(newcomer),
    answers: { ...answersFor(newcomer), 'GET /users/me/dashboard': dayWithout('no_categories'), ...answers },
  },
})

/**
 * For the first sign-in. Every step can be skipped and gone back to. Keyboard: the focus goes to the heading of each step.
 */
const meta = {
  title: 'Start/OnboardingWizard',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

/** Chooses a preset and goes on. */
async function chooseStatistics({ canvas, userEvent }: Context) {
  await canvas.findByText('Step 1 of 5')
  const preset = await canvas.findByRole('button', { name: 'Statistics' })
  // Until the categories are loaded it cannot be chosen.
  await waitFor(() => expect(preset).toBeEnabled())
  await userEvent.click(preset)
  await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
}

export const Step1: Story = {
  async play({ canvas }) {
    await canvas.findByText('Step 1 of 5')
  },
}
export const Step2: Story = {
  parameters: onSite({ 'PUT /users/me': { ...newcomer, category_ids: ['stat.ML'] } }),
  async play(context) {
    await chooseStatistics(context)
    await context.canvas.findByText('Step 2 of 5')
  },
}
export const Saving: Story = {
  parameters: onSite({ 'PUT /users/me': never }),
  async play(context) {
    await chooseStatistics(context)
    await expect(await context.canvas.findByText('Step 1 of 5')).toBeVisible()
  },
}
export const Failed: Story = {
  parameters: onSite({ 'PUT /users/me': serverError }),
  async play(context) {
    await chooseStatistics(context)
    await context.canvas.findByText(/Something went wrong on our side/)
  },
}
export const CategoriesNotLoaded: Story = {
  parameters: onSite({ 'GET /categories': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
