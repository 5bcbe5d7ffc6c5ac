import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from 'storybook/test'
import { DialogForm } from '#web/components/atoms/DialogForm.tsx'

/** For the form of a dialog. Keyboard: Enter in a field submits it. */
const meta = {
  title: 'Atoms/DialogForm',
  component: DialogForm,
  parameters: { docs: { story: { inline: false } } },
  decorators: [
    (Story) => (
      <Dialog open aria-labelledby="dialog-form-title" maxWidth="sm" fullWidth>
        <Story />
      </Dialog>
    ),
  ],
  args: {
    children: (
      <>
        <DialogTitle id="dialog-form-title">A form</DialogTitle>
        <DialogContent tabIndex={0}>
          {Array.from({ length: 40 }, (_, line) => (
            <Typography key={line}>A line of a text that is longer than the screen.</Typography>
          ))}
        </DialogContent>
        <DialogActions>
          <Button type="submit">Save</Button>
        </DialogActions>
      </>
    ),
  },
} satisfies Meta<typeof DialogForm>

export default meta
type Story = StoryObj<typeof meta>

export const LongText: Story = {
  async play() {
    const dialog = within(await screen.findByRole('dialog', { name: 'A form' }))
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  },
}
