import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { QueryText } from '#web/components/search/QueryText.tsx'

/** For a query inside a sentence. It has no controls. */
const meta = {
  title: 'Search/QueryText',
  component: QueryText,
  args: { query: 'graph attention' },
  render: ({ query }) => (
    <p>
      No papers for “<QueryText query={query} />
      ”, best match first.
    </p>
  ),
} satisfies Meta<typeof QueryText>

export default meta
type Story = StoryObj<typeof meta>

export const LeftToRight: Story = {}
export const RightToLeft: Story = { args: { query: 'מנורות' } }
export const DirectionIsOverridden: Story = {
  args: { query: 'harbour \u202Efog' },
  async play({ canvas }) {
    await expect(canvas.getByText('harbour \u202Efog').tagName).toBe('BDI')
  },
}
