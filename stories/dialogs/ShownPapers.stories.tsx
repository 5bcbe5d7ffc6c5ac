import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn, screen } from 'storybook/test'
import { ShownPapers } from '#web/components/dialogs/ShownPapers.tsx'
import { never, serverError } from '../config/answers.ts'
import { papers } from '../config/samples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const first = papers[0]!.id
/** For papers known by their ids. Not for similar ones: take `SimilarSheet`. Keyboard: Escape closes. */
const meta = {
  title: 'Dialogs/ShownPapers',
  component: ShownPapers,
  args: { shown: { title: 'night vision: saved 3', ids: papers.slice(0, 3).map(({ id }) => id) }, onClose: fn() },
  parameters: { docs: { story: { inline: false } }, answers: answersFor() },
} satisfies Meta<typeof ShownPapers>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play() {
    await screen.findByText('Four ways to lose a comet')
  },
}
export const Loading: Story = { parameters: { answers: { [`GET /papers/${first}`]: never } } }
export const Failed: Story = {
  parameters: { answers: { [`GET /papers/${first}`]: serverError } },
  async play() {
    await screen.findByRole('button', { name: 'Try again' })
  },
}
