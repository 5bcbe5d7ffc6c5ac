import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Bookmarklet } from '#web/components/papers/Bookmarklet.tsx'

/** A link to be dragged to the bar of bookmarks; its program can be copied instead. */
const meta = {
  title: 'Papers/Bookmarklet',
  component: Bookmarklet,
  args: { origin: 'https://papers.example.org' },
} satisfies Meta<typeof Bookmarklet>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Save to Paperdawn' })
    await expect(link.getAttribute('href')).toMatch(/^javascript:.*https:\/\/papers\.example\.org\/save\?url=/)
  },
}
