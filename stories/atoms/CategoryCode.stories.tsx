import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { journalPaper, samplePaper } from '#tests/support/samples.ts'
import { CategoryCode, CategoryCodes } from '#web/components/atoms/CategoryCode.tsx'

/** For the category of a paper. Not for a choice of categories: take a chip. It has no controls. */
const meta = { title: 'Atoms/CategoryCode', component: CategoryCode, args: { code: 'cs.LG' } } satisfies Meta<
  typeof CategoryCode
>

export default meta
type Story = StoryObj<typeof meta>

export const EveryField: Story = {
  render: () => (
    <>
      {['cs.LG', 'econ.EM', 'eess.SP', 'math.NA', 'hep-th', 'q-bio.NC', 'q-fin.ST', 'stat.ML'].map((code) => (
        <p key={code}>
          <CategoryCode code={code} primary />
        </p>
      ))}
    </>
  ),
}
export const SeveralOfOnePaper: Story = {
  render: () => (
    <CategoryCodes
      paper={{
        ...samplePaper,
        categories: ['cs.AI', 'cs.MA', 'cs.CL', 'cs.LG', 'stat.ML'],
        primary_category: 'cs.CL',
      }}
    />
  ),
}
export const SubjectOfAServer: Story = { args: { code: 'biorxiv.animal-behavior-and-cognition', primary: true } }
export const JournalOfAnArticle: Story = {
  render: () => <CategoryCodes paper={journalPaper()} />,
  async play({ canvas }) {
    const journal = canvas.getByRole('link', { name: 'Journal of Imaginary Vision' })
    await expect(journal).toHaveAttribute('href', journalPaper().urls.abs)
  },
}
export const ServerOfCrossref: Story = { args: { code: 'chemrxiv', primary: true } }
