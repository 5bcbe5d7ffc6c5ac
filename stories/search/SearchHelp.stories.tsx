import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { SearchHelp } from '#web/components/search/SearchHelp.tsx'

/** For the syntax of a query. Keyboard: Escape closes. */
const meta = {
  title: 'Search/SearchHelp',
  component: SearchHelp,
  args: { anchor: null, onClose: fn() },
  render: function Opened() {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null)
    return (
      <>
        <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
          Help
        </button>
        <SearchHelp anchor={anchor} onClose={() => setAnchor(null)} />
      </>
    )
  },
} satisfies Meta<typeof SearchHelp>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Help' }))
    const help = await screen.findByRole('dialog', { name: 'How to search' })
    await waitFor(() => expect(help).toBeVisible())
  },
}
