import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CitedSince } from '#web/components/papers/CitedSince.tsx'
import { ApiError } from '#web/shared/client.ts'
import { citing } from '../config/citingSamples.ts'

/** For a saved paper that new papers cite: one line, not a message for each. Keyboard: a button opens the list. */
const meta = {
  title: 'Papers/CitedSince',
  component: CitedSince,
  args: {
    cited: { papers: 4, newest_on: '2026-11-18' },
    isOpen: false,
    list: undefined,
    error: undefined,
    onToggle: fn(),
    onRetry: fn(),
  },
} satisfies Meta<typeof CitedSince>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {
  async play({ args, canvas, userEvent }) {
    const line = canvas.getByRole('button', { name: 'Cited by 4 new papers since you saved it' })
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(line)
    await expect(args.onToggle).toHaveBeenCalled()
  },
}
export const ByOnePaper: Story = { args: { cited: { papers: 1, newest_on: '2026-11-18' } } }
export const Open: Story = {
  args: { isOpen: true, list: citing },
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Dim rooms, bright models' })).toHaveAttribute(
      'href',
      '/paper/arxiv:2611.90009',
    )
    await expect(canvas.getByRole('link', { name: /^Lanterns recounted/ })).toHaveAttribute(
      'href',
      'https://doi.org/10.5555/recount.3',
    )
    await expect(canvas.getByRole('link', { name: 'Semantic Scholar' })).toBeVisible()
  },
}
export const OnAPhone: Story = { tags: ['phone'], args: Open.args ?? {} }
export const MoreThanListed: Story = {
  args: {
    isOpen: true,
    cited: { papers: 230, newest_on: '2026-11-18', is_lower_bound: true },
    list: { ...citing, total: 230, total_is_lower_bound: true },
  },
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Cited by at least 230 new papers since you saved it' })
    await canvas.findByText(/^The newest 3 of 230\. More papers cite it than are listed there\./)
  },
}
export const WithMore: Story = {
  args: { isOpen: true, list: { ...citing, total: 30 }, onMore: fn() },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Show more' }))
    await expect(args.onMore).toHaveBeenCalled()
  },
}
export const Loading: Story = { args: { isOpen: true } }
export const Failed: Story = {
  args: {
    isOpen: true,
    error: new ApiError({ code: 'unreachable', message: 'The server could not be reached.', request_id: 'r-7f' }, 503),
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}
