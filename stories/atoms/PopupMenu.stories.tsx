import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { PopupMenu } from '#web/components/atoms/PopupMenu.tsx'

/**
 * For a menu that opens at a button. Not for a list on the page. Keyboard: arrow keys move, Enter acts, Escape closes and
 * returns to the button.
 */
const meta = {
  title: 'Atoms/PopupMenu',
  component: PopupMenu,
  args: { anchor: null, onClose: fn(), children: <MenuItem>Copy link</MenuItem> },
  render: function WithButton(args) {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null)
    return (
      <>
        <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          More
        </Button>
        <PopupMenu {...args} anchor={anchor} onClose={() => setAnchor(null)} />
      </>
    )
  },
} satisfies Meta<typeof PopupMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const Open: Story = {
  async play({ canvas, userEvent }) {
    const button = canvas.getByRole('button', { name: 'More' })
    await userEvent.click(button)
    await expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.click(button)
    await screen.findByRole('menuitem', { name: 'Copy link' })
  },
}
