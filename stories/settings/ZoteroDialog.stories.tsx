import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { ZoteroDialog } from '#web/components/settings/ZoteroDialog.tsx'
import { zoteroGroups, zoteroLibrary, zoteroReadGroups, zoteroRefusal, zoteroTest } from '../config/zoteroSamples.ts'

/** For connecting a library at Zotero. The key is tested before anything can be chosen or saved. Keyboard: Escape closes it. */
const meta = {
  title: 'Settings/ZoteroDialog',
  component: ZoteroDialog,
  parameters: { docs: { story: { inline: false } } },
  args: {
    open: true,
    connection: null,
    test: null,
    testing: false,
    busy: false,
    onTest: fn(),
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ZoteroDialog>

export default meta
type Story = StoryObj<typeof meta>
type Person = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const KEY = 'Pq7vInventedKeyOfMirela1'
const findDialog = async () => within(await screen.findByRole('dialog'))

async function testKey(person: Person) {
  const dialog = await findDialog()
  await person.type(dialog.getByLabelText('Key'), KEY)
  await person.click(dialog.getByRole('button', { name: 'Test the key' }))
  return dialog
}

export const Empty: Story = {
  async play() {
    const dialog = await findDialog()
    await expect(dialog.getByRole('button', { name: 'Test the key' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled()
  },
}
export const Testing: Story = { args: { testing: true } }
export const Refused: Story = {
  args: { test: zoteroRefusal },
  async play({ args, userEvent }) {
    const dialog = await testKey(userEvent)
    await expect(args.onTest).toHaveBeenCalledWith(KEY)
    await expect(dialog.getByRole('alert')).toHaveTextContent('does not know this key')
    await expect(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled()
  },
}
export const Chosen: Story = {
  args: { test: zoteroTest },
  async play({ args, userEvent }) {
    const dialog = await testKey(userEvent)
    await userEvent.click(dialog.getByRole('combobox', { name: 'Papers you save go to' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Paperdawn' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Send my notes with them' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
    await expect(args.onSave).toHaveBeenCalledWith({
      key: KEY,
      read: 'library',
      collections: [],
      groups: [],
      to_list: false,
      push_to: 'COLL2345',
      push_notes: true,
    })
  },
}
export const OnlyReading: Story = {
  args: { test: { ...zoteroTest, can_write: false, can_write_notes: false } },
  async play({ userEvent }) {
    const dialog = await testKey(userEvent)
    await expect(dialog.getByText('This key may not write.')).toBeVisible()
  },
}
export const WithGroups: Story = {
  args: { test: zoteroGroups },
  async play({ args, userEvent }) {
    const dialog = await testKey(userEvent)
    await expect(dialog.getByRole('checkbox', { name: 'Kite Laboratory' })).not.toBeChecked()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Lantern Reading Circle' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ groups: [42] }))
  },
}
export const WithoutGroupRights: Story = {
  args: { test: zoteroTest },
  async play({ userEvent }) {
    const dialog = await testKey(userEvent)
    await expect(dialog.getByText(/This key may not read groups/)).toBeVisible()
  },
}
export const GroupLost: Story = {
  args: { connection: { ...zoteroLibrary, groups: zoteroReadGroups }, test: zoteroGroups },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Test the key' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Rope Society (cannot be read)' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ groups: [42] }))
  },
}
export const Saved: Story = {
  args: { connection: zoteroLibrary, test: zoteroTest },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Test the key' }))
    await expect(args.onTest).toHaveBeenCalledWith(undefined)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  },
}
export const Failed: Story = { args: { error: 'Zotero did not answer in time. Nothing was saved.' } }
