import Box from '@mui/material/Box'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { BackToTop } from '#web/components/shell/BackToTop.tsx'

/** For long pages. Keyboard: a button, also without it by Home. */
const meta = {
  title: 'Shell/BackToTop',
  component: BackToTop,
  decorators: [
    (Story) => (
      <Box sx={{ minHeight: '400vh' }}>
        <h1 tabIndex={-1}>Friday, 20 November</h1>
        <Story />
      </Box>
    ),
  ],
  beforeEach: () => () => window.scrollTo({ top: 0 }),
} satisfies Meta<typeof BackToTop>

export default meta
type Story = StoryObj<typeof meta>

export const AtTheTop: Story = {}
export const ScrolledDown: Story = {
  async play({ canvas, userEvent }) {
    window.scrollTo({ top: 3 * window.innerHeight })
    const button = await canvas.findByRole('button', { name: 'Back to top' })
    await userEvent.click(button)
    await waitFor(() => expect(window.scrollY).toBe(0))
    window.scrollTo({ top: 3 * window.innerHeight })
  },
}
