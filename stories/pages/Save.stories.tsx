import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Save } from '#web/pages/Save/Save.tsx'
import { signedInAs } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const meta = {
  title: 'Pages/Save',
  component: Save,
  parameters: {
    path: '/save',
    layout: 'fullscreen',
    site: { session: signedInAs(sampleUser), answers: answersFor() },
  },
} satisfies Meta<typeof Save>

export default meta
type Story = StoryObj<typeof meta>

export const Start: Story = {}

export const OnAPhone: Story = { tags: ['phone'] }

export const SharedWithoutAnAddress: Story = {
  parameters: { path: '/save?text=the+paper+about+lanterns' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('link', { name: 'Search for these words' })).toHaveAttribute(
      'href',
      '/search?q=the+paper+about+lanterns',
    )
    await expect(canvas.getByRole('textbox')).toBeInvalid()
  },
}
