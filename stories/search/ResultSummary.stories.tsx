import type { Meta, StoryObj } from '@storybook/react-vite'
import { ResultSummary } from '#web/components/search/ResultSummary.tsx'

/** For how many results there are, and in which order. It is read out when it changes. */
const meta = {
  title: 'Search/ResultSummary',
  component: ResultSummary,
  args: { total: 412, query: 'graph attention', sort: 'relevance', tookMs: 40 },
} satisfies Meta<typeof ResultSummary>

export default meta
type Story = StoryObj<typeof meta>

export const None: Story = { args: { total: 0 } }
export const One: Story = { args: { total: 1 } }
export const Many: Story = {}
export const MoreThanCounted: Story = { args: { total: 10_000, isLowerBound: true, sort: 'newest' } }
export const NewestRanked: Story = { args: { total: 10_000, isLowerBound: true, rankedNewest: 3_000 } }
export const Stale: Story = { args: { stale: true } }
/** The library is larger than is compared by meaning. */
export const ComparedSince: Story = { args: { meaningFrom: '2024-03-05' } }
