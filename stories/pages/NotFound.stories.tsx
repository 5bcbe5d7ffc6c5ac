import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { NotFound } from '#web/pages/NotFound.tsx'
import { signedInAs } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const meta = {
  title: 'Pages/NotFound',
  component: NotFound,
  parameters: {
    path: '/papers/graph-attention',
    layout: 'fullscreen',
    site: { session: signedInAs(sampleUser), answers: answersFor() },
  },
} satisfies Meta<typeof NotFound>

export default meta
type Story = StoryObj<typeof meta>

export const WithWordsToSearch: Story = {
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Search for “graph attention”' })
    await expect(link).toHaveAttribute('href', '/search?q=graph+attention')
  },
}
