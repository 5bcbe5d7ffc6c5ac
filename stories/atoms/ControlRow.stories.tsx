import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ControlRow } from '#web/components/atoms/ControlRow.tsx'

/** For buttons and fields that belong together. Not for a form: its fields have lines of their own. It has no controls. */
const meta = { title: 'Atoms/ControlRow', component: ControlRow } satisfies Meta<typeof ControlRow>

export default meta
type Story = StoryObj<typeof meta>

export const Two: Story = {
  args: {
    children: (
      <>
        <Button variant="contained" color="primary">
          Use this
        </Button>
        <Button>Leave it</Button>
      </>
    ),
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: {
    children: ['Machine learning', 'Statistics', 'Astronomy', 'Mathematics'].map((name) => (
      <Button key={name}>{name}</Button>
    )),
  },
}
