import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { AccountDanger } from '#web/components/settings/AccountDanger.tsx'

/** For deleting the account. Nothing else is asked twice. Keyboard: Escape closes the dialog. */
const meta = {
  title: 'Settings/AccountDanger',
  component: AccountDanger,
  args: {
    email: 'reader@example.org',
    erasing: { busy: false },
    exportButton: <Button variant="outlined">Export everything</Button>,
    onErase: fn(),
    onKeep: fn(),
  },
} satisfies Meta<typeof AccountDanger>

export default meta
type Story = StoryObj<typeof meta>
type Person = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** Opens the dialog and returns its contents. */
async function ask(person: Person) {
  await person.click(screen.getByRole('button', { name: 'Delete account…' }))
  return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
}

export const Idle: Story = {}
export const Confirm: Story = {
  async play({ args, userEvent }) {
    const dialog = await ask(userEvent)
    const button = dialog.getByRole('button', { name: 'Delete my account' })
    await expect(button).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Export everything' })).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox'), 'Reader@Example.org')
    await userEvent.click(button)
    await expect(args.onErase).toHaveBeenCalledOnce()
  },
}
export const Deleting: Story = {
  args: { erasing: { busy: true } },
  async play({ userEvent }) {
    await ask(userEvent)
  },
}
export const DeletionFailed: Story = {
  args: {
    erasing: {
      busy: false,
      error:
        'The server could not be reached. It is not known whether the deletion has begun. Try again; what has begun is completed in any case.',
    },
  },
  async play({ userEvent }) {
    await ask(userEvent)
  },
}
export const SignInNeeded: Story = {
  args: { erasing: { busy: false, signIn: {} } },
  async play({ args, userEvent }) {
    const dialog = await ask(userEvent)
    await expect(dialog.getByRole('alert')).toHaveTextContent(/^You signed in more than 10 minutes ago/)
    await userEvent.type(dialog.getByRole('textbox'), 'reader@example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in and delete' }))
    await expect(args.onErase).toHaveBeenCalledOnce()
  },
}
export const OtherAccount: Story = {
  args: { erasing: { busy: false, signIn: { problem: 'other-account' } } },
  async play({ userEvent }) {
    const dialog = await ask(userEvent)
    await expect(dialog.getByRole('alert')).toHaveTextContent(/^That was another account.*Nothing was deleted\.$/)
  },
}
export const Kept: Story = {
  async play({ args, userEvent }) {
    const dialog = await ask(userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(args.onKeep).toHaveBeenCalledOnce()
    await expect(args.onErase).not.toHaveBeenCalled()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  args: { email: 'a.reader.with.a.rather.long.name@department.university.example.org' },
  globals: { viewport: { value: 'phone' } },
  async play({ userEvent }) {
    await ask(userEvent)
  },
}
