import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { TextComparison } from '#web/components/papers/TextComparison.tsx'
import { ApiError } from '#web/shared/client.ts'
import { sameText, textChanges, waitingForTexts } from '../config/versionSamples.ts'

const failed = (code: 'source-unavailable' | 'not-found' | 'rate-limited', status: number, message: string) => ({
  answer: undefined,
  error: new ApiError({ code, message, request_id: 'r-7f3a2c' }, status),
})

/** For the comparison of the texts of two versions, on the page of the paper. Keyboard: each section, and "Try again". */
const meta = {
  title: 'Papers/TextComparison',
  component: TextComparison,
  args: { answer: textChanges, error: undefined, onRetry: fn() },
} satisfies Meta<typeof TextComparison>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas, userEvent }) {
    await canvas.findByText(/^2 of 7 sections changed/)
    await canvas.findByText('The same: Abstract; 1 Introduction; References')
    const button = canvas.getByRole('button', { name: '2 Counting at night' })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(button)
    await canvas.findByText(/… 180 words the same …/)
    await expect(canvas.getByText('14').closest('ins')).toHaveTextContent('added:')
    await canvas.findByText('Too much changed to be shown here.', { exact: false })
  },
}
const openMoved: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: '3 Old remarks' }))
  await userEvent.click(await canvas.findByRole('button', { name: '3 Discussion' }))
  await canvas.findByText(/… 199 more words added …/)
  await canvas.findByText(/^removed, 1 paragraph moved away:/)
  await expect(canvas.getByText(/^Moved from/)).toHaveTextContent('Moved from section 3 Old remarks:')
  await expect(canvas.getByText(/^Moved to/)).toHaveTextContent('Moved to section 3 Discussion:')
  // Only its words that changed are said to be removed.
  await expect(canvas.getByText('them are').closest('del')).toHaveTextContent('removed: them are')
  await expect(canvas.getAllByText(/The lanterns of the outer harbour/)).toHaveLength(2)
  for (const text of canvas.getAllByText(/The lanterns of the outer harbour/))
    await expect(text.closest('ins, del')).toBeNull()
}
export const ParagraphMoved: Story = { play: openMoved }
export const OnAPhone: Story = { tags: ['phone'], play: openMoved }
export const NothingChanged: Story = {
  args: { answer: sameText },
  async play({ canvas }) {
    await canvas.findByText('The text reads the same in both versions.')
    await expect(canvas.queryByRole('list')).toBeNull()
  },
}
export const AskingTheSource: Story = {
  args: { answer: waitingForTexts },
  async play({ canvas }) {
    await canvas.findByText('arXiv is asked for both versions, one at a time. This takes some seconds.')
    await canvas.findByText('1 s')
  },
}
export const Loading: Story = {
  args: { answer: undefined },
  async play({ canvas }) {
    const part = await canvas.findByRole('region', { name: 'What changed in the text' })
    await waitFor(() => expect(part).toHaveFocus())
    await expect(part).toHaveAttribute('aria-busy', 'true')
  },
}
export const WithoutHtml: Story = {
  args: failed('not-found', 404, 'arXiv has no HTML of version 1, only its PDF, so the text cannot be compared here.'),
  async play({ canvas }) {
    await canvas.findByRole('alert')
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
export const TooLarge: Story = {
  args: failed('not-found', 404, 'The HTML of version 2 at arXiv is too large to be compared here.'),
  async play({ canvas }) {
    await canvas.findByText(/too large/)
  },
}
export const Failed: Story = {
  args: failed(
    'source-unavailable',
    502,
    'arXiv did not answer in time. Try again later, or read the versions at arXiv.',
  ),
  async play({ args, canvas, userEvent }) {
    await canvas.findByText(/arXiv did not answer/)
    await userEvent.click(canvas.getByRole('button', { name: /Try again/ }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}
export const TooManyRequests: Story = {
  args: failed('rate-limited', 429, 'Too many requests. Please wait 300 seconds.'),
  async play({ canvas }) {
    await canvas.findByText('Too many requests')
  },
}
