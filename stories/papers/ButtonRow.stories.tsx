import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { ButtonRow } from '#web/components/papers/ButtonRow.tsx'

/** For a row of a list with one button. Not for a paper of the library with all its actions: take `PaperEntry`. */
const meta = {
  title: 'Papers/ButtonRow',
  component: ButtonRow,
  args: {
    children: [
      <span key="text">Lanterns at sea: a survey of moving lights</span>,
      <Button key="button" variant="outlined">
        Save
      </Button>,
    ],
  },
  decorators: [
    (Story) => (
      <HairlineList sx={{ containerType: 'inline-size' }}>
        <Story />
      </HairlineList>
    ),
  ],
} satisfies Meta<typeof ButtonRow>

export default meta
type Story = StoryObj<typeof meta>

export const Wide: Story = {
  async play({ canvas }) {
    const [text, button] = [canvas.getByText(/^Lanterns/), canvas.getByRole('button')]
    await expect(button.getBoundingClientRect().left).toBeGreaterThan(text.getBoundingClientRect().right)
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    const [text, button] = [canvas.getByText(/^Lanterns/), canvas.getByRole('button')]
    await expect(button.getBoundingClientRect().top).toBeGreaterThanOrEqual(text.getBoundingClientRect().bottom)
  },
}
