import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { destinations } from '#web/shared/destinations.ts'
import { DestinationTile } from '#web/components/shell/DestinationTile.tsx'

const destinationOf = (id: string) => destinations.find((destination) => destination.id === id)!

/** For the head of the dashboard. In the bar take its links. Keyboard: a link. */
const meta = {
  title: 'Shell/DestinationTile',
  component: DestinationTile,
  args: { destination: destinationOf('profile') },
} satisfies Meta<typeof DestinationTile>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const WithCount: Story = { args: { destination: destinationOf('reading-list'), count: 14 } }
export const WithAlert: Story = { args: { destination: destinationOf('admin'), alert: 'Source failing' } }
export const Focused: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Profile' })).toHaveFocus()
  },
}
export const Phone: Story = {
  args: { destination: destinationOf('reading-list'), count: 14 },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
