import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleUser } from '#tests/support/samples.ts'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { Failure, never, signedInAs, type Answers } from '../config/answers.ts'
import { detailsOf, retraction } from '../config/paperSamples.ts'
import { items, papers } from '../config/samples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const paper = papers[0]!
const details = detailsOf(paper)
const call = `GET /papers/${paper.id}`
const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

/** For everything that is known about a paper, on its page. Keyboard: that of its parts. */
const meta = {
  title: 'Papers/PaperDetail',
  component: PaperPage,
  parameters: { path: `/paper/${paper.id}`, layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof PaperPage>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  async play({ canvas }) {
    await canvas.findByText('Shown to you on Fri 20 Nov 2026, place 1 of 90.')
  },
}
export const WithNote: Story = {
  parameters: onSite({
    [call]: { ...details, state: { ...details.state, saved: true, saved_item_id: items[0]!.id } },
  }),
  async play({ canvas }) {
    await canvas.findByDisplayValue(/The power meter trick/)
  },
}
export const LongAbstract: Story = {
  parameters: onSite({
    [call]: {
      ...details,
      abstract: 'A sentence of the abstract. '.repeat(90),
      abstract_segments: [
        { text: 'A sentence of the abstract, which goes on for longer than a window is high. '.repeat(60) },
      ],
    },
  }),
  async play({ canvas }) {
    await canvas.findByText(/^A sentence of the abstract/)
  },
}
export const Loading: Story = {
  parameters: onSite({ [call]: never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading the paper' })
  },
}
export const NotFound: Story = {
  parameters: onSite({ [call]: new Failure('not-found', 404, 'There is no such paper.') }),
  async play({ canvas }) {
    await canvas.findByText('This paper is not in the library')
  },
}
export const Retracted: Story = {
  parameters: onSite({ [call]: { ...details, notices: [retraction] } }),
  async play({ canvas }) {
    await canvas.findByText(/Retracted by the publisher on 18 Nov 2026/)
  },
}
