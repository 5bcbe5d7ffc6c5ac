import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen } from 'storybook/test'
import { ActionMenu } from '#web/components/atoms/ActionMenu.tsx'

/**
 * For three or more actions on one thing. Not for two: show both as buttons. Not for a choice: take a select. Keyboard:
 * arrow keys move, Enter acts, Escape closes and returns to the button.
 */
const meta = {
  title: 'Atoms/ActionMenu',
  component: ActionMenu,
  args: {
    anchor: null,
    onClose: fn(),
    actions: [
      { label: 'Cite', onSelect: fn() },
      { label: 'Remove', onSelect: fn() },
    ],
  },
  render: function Opened(args) {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null)
    return (
      <>
        <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
          More
        </button>
        <ActionMenu {...args} anchor={anchor} onClose={() => setAnchor(null)} />
      </>
    )
  },
} satisfies Meta<typeof ActionMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    await expect(args.actions[1]!.onSelect).toHaveBeenCalledOnce()
  },
}
