import type { Meta, StoryObj } from '@storybook/react-vite'
import { VersionChanges } from '#web/components/papers/VersionChanges.tsx'
import { Failure, never, type Answers } from '../config/answers.ts'
import { papers } from '../config/samples.ts'
import { changes, unchanged, waiting, withdrawal } from '../config/versionSamples.ts'

const paper = papers[0]!
const answered = (answer: unknown): { answers: Answers } => ({
  answers: { [`GET /papers/${paper.id}/changes`]: answer },
})

/** For the comparison of two versions of a paper, on its page. Keyboard: folded runs and "Try again". */
const meta = {
  title: 'Papers/VersionChanges',
  component: VersionChanges,
  args: { paperId: paper.id, from: 1, to: 2 },
  parameters: answered(changes),
} satisfies Meta<typeof VersionChanges>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    await canvas.findByText(/^The title and 2 sentences/)
    await canvas.findByRole('heading', { name: 'Authors' })
    await canvas.findByText(/^Underlined is new, struck through was removed/)
  },
}
export const OnAPhone: Story = { tags: ['phone'] }
export const OverSeveralVersions: Story = {
  args: { to: 4 },
  parameters: answered({ ...changes, to: 4 }),
  async play({ canvas }) {
    await canvas.findByText(/^From version 1 to version 4: The title/)
  },
}
export const NothingChanged: Story = {
  parameters: answered(unchanged),
  async play({ canvas }) {
    await canvas.findByText('Nothing that is read here changed.')
  },
}
export const Withdrawn: Story = {
  parameters: answered(withdrawal),
  async play({ canvas }) {
    await canvas.findByText('Version 2 withdraws the paper.')
  },
}
export const AskingTheSource: Story = {
  parameters: answered(waiting),
  async play({ canvas }) {
    await canvas.findByText('Asking arXiv for version 1…')
    await canvas.findByText('1 s')
  },
}
export const Loading: Story = {
  parameters: answered(never),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Comparing the versions' })
  },
}
export const Failed: Story = {
  parameters: answered(
    new Failure('source-unavailable', 502, 'arXiv did not answer. Try again later, or read the version at arXiv.'),
  ),
  async play({ canvas }) {
    await canvas.findByText(/arXiv did not answer/)
    await canvas.findByRole('button', { name: /Try again/ })
  },
}
export const UnknownVersion: Story = {
  parameters: answered(new Failure('not-found', 404, 'arXiv has no version 1 of this paper.')),
  async play({ canvas }) {
    await canvas.findByText('arXiv has no version 1 of this paper.')
  },
}
export const SignedOut: Story = {
  parameters: answered(new Failure('unauthenticated', 401, 'Sign in to have version 1 asked for at arXiv.')),
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Sign in' })
  },
}
