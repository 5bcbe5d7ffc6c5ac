import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleUser } from '#tests/support/samples.ts'
import { Start } from '#web/pages/WarmStart/Start.tsx'
import { serverError, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Start',
  component: Start,
  parameters: { path: '/profile?section=start', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Start>

export default meta
type Story = StoryObj<typeof meta>

export const ToTheLastStep: Story = {
  async play({ canvas, userEvent }) {
    await canvas.findByText('Step 1 of 3')
    await userEvent.click(canvas.getByRole('button', { name: 'Skip' }))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Papers' }), '2611.90001')
    await userEvent.click(canvas.getByRole('button', { name: 'Look them up' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Use these 4 papers' }))
    await canvas.findByRole('article', { name: 'Four ways to lose a comet' })
  },
}
export const NotLookedUp: Story = {
  parameters: onSite({ 'POST /users/me/import': serverError }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Skip' }))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Papers' }), '2611.90001')
    await userEvent.click(canvas.getByRole('button', { name: 'Look them up' }))
    await canvas.findByRole('alert')
  },
}
