import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { listChoices } from '#web/components/settings/feedWords.ts'
import { NewFeed } from '#web/components/settings/NewFeed.tsx'
import { dayFeed } from '../config/feedSamples.ts'

/** For the choice of a new feed. Keyboard: type to narrow the choices, arrows, Enter. */
const meta = {
  title: 'Settings/NewFeed',
  component: NewFeed,
  args: {
    choices: listChoices([dayFeed], {
      followed: [
        { id: 'cs.LG', name: 'Machine Learning', kind: 'taxonomy' },
        { id: 'search-lantern-light', name: 'Search: lantern light', kind: 'topic' },
      ],
      tags: ['lab', 'to cite'],
      nameOf: (code) => code,
    }),
    count: 1,
    busy: false,
    onMake: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof NewFeed>

export default meta
type Story = StoryObj<typeof meta>

export const Choosing: Story = {
  parameters: { docs: { story: { inline: false } } },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox', { name: 'New feed of' }), 'lantern')
    await userEvent.click(await screen.findByRole('option', { name: 'Search: lantern light' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Create an address' }))
    await expect(args.onMake).toHaveBeenCalledWith(
      expect.objectContaining({ input: { kind: 'category', of: 'search-lantern-light' } }),
    )
    await waitFor(() => expect(canvas.getByRole('combobox')).toHaveValue(''))
  },
}
export const Nothing: Story = { args: { choices: [] } }
export const Full: Story = { args: { count: 20 } }
