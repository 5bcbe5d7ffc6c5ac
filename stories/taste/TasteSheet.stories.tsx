import type { Meta, StoryObj } from '@storybook/react-vite'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { TasteSheet } from '#web/components/taste/TasteSheet.tsx'

/** For one part of the taste page. Elsewhere take `Paper` with the variant `sheet`. It has no controls. */
const meta = {
  title: 'Taste/TasteSheet',
  component: TasteSheet,
  args: {
    title: 'More of',
    children: (
      <HairlineList>
        <li>night vision</li>
        <li>shot noise</li>
      </HairlineList>
    ),
  },
} satisfies Meta<typeof TasteSheet>

export default meta
type Story = StoryObj<typeof meta>

export const TwoRows: Story = {}
