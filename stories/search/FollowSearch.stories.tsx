import Box from '@mui/material/Box'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FollowSearch } from '#web/components/search/FollowSearch.tsx'

/** For a search whose new papers should come daily. Keyboard: a button; `aria-pressed` tells its state. */
const meta = {
  title: 'Search/FollowSearch',
  component: FollowSearch,
  args: { followed: false, onChange: fn() },
  decorators: [
    (Story) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Story />
      </Box>
    ),
  ],
} satisfies Meta<typeof FollowSearch>

export default meta
type Story = StoryObj<typeof meta>

export const NotFollowed: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Follow this search', pressed: false }))
    await expect(args.onChange).toHaveBeenCalledWith(true)
  },
}
export const Followed: Story = {
  args: { followed: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Follow this search', pressed: true }))
    await expect(args.onChange).toHaveBeenCalledWith(false)
  },
}
export const Saving: Story = { args: { busy: true } }
export const Failed: Story = { args: { error: '60 topics are the most that one can have.' } }
