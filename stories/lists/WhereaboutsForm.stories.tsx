import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { WhereaboutsForm } from '#web/components/lists/WhereaboutsForm.tsx'
import { ApiError } from '#web/shared/client.ts'

/** For a reader who misses a paper. Not for searching: take `SearchField`. Keyboard: Enter asks. */
const meta = {
  title: 'Lists/WhereaboutsForm',
  component: WhereaboutsForm,
  args: { onAsk: fn(), onRetry: fn() },
} satisfies Meta<typeof WhereaboutsForm>

export default meta
type Story = StoryObj<typeof meta>

export const Asked: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox'), ' 2611.90001 {Enter}')
    await expect(args.onAsk).toHaveBeenCalledWith('2611.90001')
  },
}
export const NothingEntered: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Ask' }))
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription(
      'Enter an arXiv id, a DOI, an address or a title.',
    )
    await expect(args.onAsk).not.toHaveBeenCalled()
  },
}
export const Loading: Story = { args: { isLoading: true } }
export const Failed: Story = {
  args: { error: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500) },
}
export const Unreachable: Story = {
  args: { error: new ApiError({ code: 'unreachable', message: 'The server could not be reached.' }, 503) },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
