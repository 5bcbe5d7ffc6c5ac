import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SentenceText } from '#web/components/atoms/SentenceText.tsx'

/** For a sentence that the server made, with its instants or a command. Not for the words of the page itself. It has no controls. */
const meta = {
  title: 'Atoms/SentenceText',
  component: SentenceText,
  args: {
    text: 'PubMed refuses the saved key since 2026-11-20 05:10 UTC, so requests go without it; save another key in Ingestion, or run: paperdawn admin sources set pubmed --key',
  },
} satisfies Meta<typeof SentenceText>

export default meta
type Story = StoryObj<typeof meta>

export const WithCommand: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('--key')).toHaveStyle({ whiteSpace: 'nowrap' })
    await expect(canvas.getByText(/since Fri 20 Nov, .+ run: paperdawn admin sources set pubmed/)).toHaveTextContent(
      /set pubmed --key$/,
    )
  },
}
export const WithoutCommand: Story = { args: { text: 'It answers.' } }
