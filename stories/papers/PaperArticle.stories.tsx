import type { Meta, StoryObj } from '@storybook/react-vite'
import { samplePaper } from '#tests/support/samples.ts'
import { PaperArticle } from '#web/components/papers/PaperArticle.tsx'

/** For a paper without actions, as on the landing page. Not for readers: take `PaperCard`. Keyboard: its links. */
const meta = {
  title: 'Papers/PaperArticle',
  component: PaperArticle,
  args: { density: 'comfortable', paper: samplePaper },
} satisfies Meta<typeof PaperArticle>

export default meta
type Story = StoryObj<typeof meta>

export const SignedOut: Story = { args: { linked: false } }
export const WithFooter: Story = { args: { children: <p>The note of the paper.</p> } }
