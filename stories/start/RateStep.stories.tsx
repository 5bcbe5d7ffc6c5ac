import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { RateStep } from '#web/components/start/RateStep.tsx'
import { ApiError } from '#web/shared/client.ts'
import { papers } from '../config/samples.ts'

/**
 * For the setup. In a list take the actions of `PaperCard`. Keyboard: two buttons a paper; `aria-pressed` tells the state.
 */
const meta = {
  title: 'Start/RateStep',
  component: RateStep,
  args: {
    position: { step: 3, of: 3 },
    papers,
    loadError: undefined,
    ratings: new Map(),
    nextLabel: 'Finish',
    onRetry: fn(),
    onRate: fn(),
    onNext: fn(),
    onSkip: fn(),
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof RateStep>

export default meta
type Story = StoryObj<typeof meta>

export const NothingRated: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('button', { name: 'Finish' })).toBeDisabled()
    const comet = within(canvas.getByRole('article', { name: 'Four ways to lose a comet' }))
    await userEvent.click(comet.getByRole('button', { name: 'Like' }))
    await expect(args.onRate).toHaveBeenCalledWith(papers[2], 'like')
  },
}
export const Rated: Story = {
  args: {
    ratings: new Map([
      [papers[0]!.id, 'like'],
      [papers[1]!.id, 'dislike'],
    ]),
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText('2 of 4 rated')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Like', pressed: true }))
    await expect(args.onRate).toHaveBeenCalledWith(papers[0], 'none')
  },
}
export const RatingFailed: Story = { args: { error: 'The server could not be reached.' } }
export const Loading: Story = { args: { papers: undefined } }
export const Empty: Story = { args: { papers: [] } }
export const Failed: Story = {
  args: {
    papers: undefined,
    loadError: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500),
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
