import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { SimilarSheet } from '#web/components/dialogs/SimilarSheet.tsx'
import { never, serverError } from '../config/answers.ts'
import { papers } from '../config/samples.ts'
import { manySimilar, similar } from '../config/tasteSamples.ts'

const paper = papers[0]!
const path = `GET /papers/${paper.id}/similar`
/** For what is near one paper. Keyboard: rows in turn, More at the end, Escape closes. */
const meta = {
  title: 'Dialogs/SimilarSheet',
  component: SimilarSheet,
  args: { paper, onClose: fn() },
  parameters: { docs: { story: { inline: false } }, answers: { [path]: similar } },
} satisfies Meta<typeof SimilarSheet>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play({ args, userEvent }) {
    await screen.findByText('Both: night vision, shot noise')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const More: Story = {
  parameters: { answers: { [path]: manySimilar } },
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'More like this' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More like this' })).toBeNull())
  },
}
export const Empty: Story = {
  parameters: { answers: { [path]: { items: [], total: 0 } } },
  async play() {
    await screen.findByText('No paper of the library is close to this one.')
  },
}
export const Loading: Story = { parameters: { answers: { [path]: never } } }
export const Failed: Story = {
  parameters: { answers: { [path]: serverError } },
  async play() {
    await screen.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play() {
    await screen.findByText('Both: night vision, shot noise')
  },
}
