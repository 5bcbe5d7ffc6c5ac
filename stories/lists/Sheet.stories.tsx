import type { Meta, StoryObj } from '@storybook/react-vite'
import { PaperCard } from '#web/components/papers/PaperCard.tsx'
import { Sheet } from '#web/components/lists/Sheet.tsx'
import { papers } from '../config/samples.ts'

/** For the rows of a list or the cards of a day. For one thing in a frame take `Card`. */
const meta = {
  title: 'Lists/Sheet',
  component: Sheet,
  args: {
    children: papers.map((paper) => <PaperCard key={paper.id} paper={paper} actions={{ onSavedChange() {} }} />),
  },
} satisfies Meta<typeof Sheet>

export default meta
type Story = StoryObj<typeof meta>

export const OfPapers: Story = {}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
