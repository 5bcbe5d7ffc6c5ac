import type { Meta, StoryObj } from '@storybook/react-vite'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'

/** For rows inside a sheet. Not for papers of a page: take `Paper` with the variant `sheet`. It has no controls. */
const meta = { title: 'Atoms/HairlineList', component: HairlineList } satisfies Meta<typeof HairlineList>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = { args: { children: ['One', 'Two', 'Three'].map((text) => <li key={text}>{text}</li>) } }
