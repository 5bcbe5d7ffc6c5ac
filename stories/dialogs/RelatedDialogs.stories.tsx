import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { RelatedDialogs } from '#web/components/dialogs/RelatedDialogs.tsx'
import { papers } from '../config/samples.ts'
import { citation } from '../config/paperSamples.ts'

const paper = papers[0]!
/** For the dialogs that a list opens, through `useRelatedPapers`. Not directly. Keyboard: that of the open dialog. */
const meta = {
  title: 'Dialogs/RelatedDialogs',
  component: RelatedDialogs,
  args: {
    similarTo: null,
    cited: paper,
    shown: null,
    onCloseSimilar: fn(),
    onCloseCited: fn(),
    onCloseShown: fn(),
  },
  parameters: { docs: { story: { inline: false } }, answers: { [`GET /papers/${paper.id}/citation`]: citation } },
} satisfies Meta<typeof RelatedDialogs>

export default meta
type Story = StoryObj<typeof meta>

export const Citation: Story = {
  async play({ args, userEvent }) {
    await screen.findByText(/archivePrefix/)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(args.onCloseCited).toHaveBeenCalledOnce()
  },
}
