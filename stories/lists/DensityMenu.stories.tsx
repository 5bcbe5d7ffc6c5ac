import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { DensityMenu } from '#web/components/lists/DensityMenu.tsx'

/** For the density of lists of papers. Not for what a list contains: take filters. Keyboard: arrow keys move, Escape closes. */
const meta = {
  title: 'Lists/DensityMenu',
  component: DensityMenu,
  args: { value: 'comfortable', onChange: fn() },
} satisfies Meta<typeof DensityMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const Choosing: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Density: Comfortable' }))
    await expect(await screen.findByRole('menuitemradio', { name: /Comfortable/, checked: true })).toBeVisible()
    await userEvent.click(screen.getByRole('menuitemradio', { name: /Headlines/ }))
    await expect(args.onChange).toHaveBeenCalledWith('headlines')
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } }, args: { value: 'headlines' } }
