import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { PageTitle } from '#web/components/shell/PageTitle.tsx'

/** For every page, once. It draws nothing; the title of the document changes. */
const meta = { title: 'Shell/PageTitle', component: PageTitle, args: { title: 'Reading list' } } satisfies Meta<
  typeof PageTitle
>

export default meta
type Story = StoryObj<typeof meta>

export const InTheTab: Story = {
  async play() {
    await waitFor(() => expect(document.title).toBe('Reading list - Paperdawn'))
  },
}
