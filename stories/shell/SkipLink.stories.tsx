import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SkipLink } from '#web/components/shell/SkipLink.tsx'

/** For every page, first. Keyboard: seen when focused, Enter goes to the content. */
const meta = {
  title: 'Shell/SkipLink',
  component: SkipLink,
  decorators: [
    (Story) => (
      <>
        <Story />
        <main id="main">The content.</main>
      </>
    ),
  ],
} satisfies Meta<typeof SkipLink>

export default meta
type Story = StoryObj<typeof meta>

export const Hidden: Story = {}
export const Focused: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  },
}
export const Followed: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('main')).toHaveFocus()
  },
}
