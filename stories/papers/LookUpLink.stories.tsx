import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LookUpLink } from '#web/components/papers/LookUpLink.tsx'

/** For a paper that the library lacks. Keyboard: a link. */
const meta = {
  title: 'Papers/LookUpLink',
  component: LookUpLink,
  args: { id: 'arxiv:math/0309136' },
} satisfies Meta<typeof LookUpLink>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Look it up at arXiv' })
    await expect(link).toHaveAttribute('href', '/paper/arxiv:math/0309136')
  },
}
export const OfAPage: Story = {
  args: { id: 'https://journal.example.org/articles/lanterns?id=1' },
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Read the page at journal.example.org' })
    await expect(link).toHaveAttribute(
      'href',
      '/paper/https%3A%2F%2Fjournal.example.org%2Farticles%2Flanterns%3Fid%3D1',
    )
  },
}
export const OfCrossref: Story = {
  args: { id: 'doi:10.5555/jiv.2026.0011' },
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Look it up at Crossref' })
    await expect(link).toHaveAttribute('href', '/paper/doi:10.5555/jiv.2026.0011')
  },
}
