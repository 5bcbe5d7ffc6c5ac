import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { OutsideLink } from '#web/components/atoms/OutsideLink.tsx'

/**
 * For a page outside of the product that is named in small text. Not for a page of the product: take MUI’s `Link` with a
 * route. Keyboard: a link.
 */
const meta = {
  title: 'Atoms/OutsideLink',
  component: OutsideLink,
  args: { href: 'https://example.org', children: 'Semantic Scholar' },
} satisfies Meta<typeof OutsideLink>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Semantic Scholar' })).toHaveAttribute('rel', 'noopener')
  },
}
