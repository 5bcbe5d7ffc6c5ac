import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { createNameOf } from '#web/shared/categoryNames.ts'
import { WhereaboutsAnswer } from '#web/components/lists/WhereaboutsAnswer.tsx'

const answer = { ref: '2611.90001', paper: samplePaper, day: '2026-11-17' }
const context = { nameOf: createNameOf(new Map()), followed: ['cs.CL', 'cs.LG'], isAdmin: false, today: '2026-11-20' }

/** For where one paper went, with what to do. It has the one action that helps. */
const meta = {
  title: 'Lists/WhereaboutsAnswer',
  component: WhereaboutsAnswer,
  args: {
    answer: { ...answer, fate: 'shown', place: 3, of: 34 },
    context,
    interests: { ...sampleUser.interests, muted_terms: ['Survey'] },
    actions: { onFollow: fn(), onUnmute: fn(), onSave: fn(), onDay: fn(), onBelowCut: fn() },
  },
} satisfies Meta<typeof WhereaboutsAnswer>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ args, canvas, userEvent }) {
    await canvas.findByText('Shown to you on Tue 17 Nov, place 3 of 34.')
    await userEvent.click(canvas.getByRole('button', { name: 'Show Tue 17 Nov' }))
    await expect(args.actions.onDay).toHaveBeenCalledWith('2026-11-17')
    await userEvent.click(canvas.getByRole('button', { name: 'Save it' }))
    await expect(args.actions.onSave).toHaveBeenCalledWith(samplePaper.id)
  },
}
export const AlreadySaved: Story = { args: { answer: { ...answer, fate: 'shown', saved_item_id: 'item-1' } } }
export const BelowTheCut: Story = {
  args: { answer: { ...answer, fate: 'below_cut', place: 312, of: 340 } },
  async play({ args, canvas, userEvent }) {
    await canvas.findByText('Below the cut on Tue 17 Nov, place 312 of 340.')
    await userEvent.click(canvas.getByRole('button', { name: 'See it below the cut' }))
    await expect(args.actions.onBelowCut).toHaveBeenCalledWith('2026-11-17', samplePaper.id)
  },
}
export const Muted: Story = {
  args: { answer: { ...answer, fate: 'muted', because: 'survey' } },
  async play({ args, canvas, userEvent }) {
    await canvas.findByText('Hidden by your mute “survey” on Tue 17 Nov.')
    await userEvent.click(canvas.getByRole('button', { name: 'Lift the mute “Survey”' }))
    await expect(args.actions.onUnmute).toHaveBeenCalledWith('Survey')
  },
}
export const MuteLifted: Story = { args: { answer: { ...answer, fate: 'muted', because: 'lattice' } } }
export const SeenBefore: Story = { args: { answer: { ...answer, fate: 'seen_before' } } }
export const SavedBefore: Story = { args: { answer: { ...answer, fate: 'saved_before' } } }
export const DismissedBefore: Story = { args: { answer: { ...answer, fate: 'dismissed_before' } } }
export const OlderVersion: Story = { args: { answer: { ...answer, fate: 'older_version' } } }
export const CrossList: Story = { args: { answer: { ...answer, fate: 'cross_list' } } }
export const OtherCategories: Story = {
  args: { answer: { ...answer, fate: 'other_categories', categories: ['cs.CV'] } },
  async play({ args, canvas, userEvent }) {
    await canvas.findByText('Announced on Tue 17 Nov in cs.CV only; you follow cs.CL and cs.LG.')
    await userEvent.click(canvas.getByRole('button', { name: 'Follow cs.CV' }))
    await expect(args.actions.onFollow).toHaveBeenCalledWith('cs.CV')
  },
}
export const CategoryFollowed: Story = {
  args: {
    answer: { ...answer, fate: 'other_categories', categories: ['cs.CV'] },
    context: { ...context, followed: ['cs.CL', 'cs.CV'] },
  },
}
export const DayMissing: Story = {
  args: { answer: { ...answer, fate: 'day_missing' } },
  async play({ canvas }) {
    await expect(canvas.queryByRole('link', { name: 'Fetch that day' })).toBeNull()
  },
}
export const DayMissingForAnAdmin: Story = {
  args: { answer: { ...answer, fate: 'day_missing' }, context: { ...context, isAdmin: true } },
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Fetch that day' })).toHaveAttribute(
      'href',
      '/admin?tab=ingestion&day=2026-11-17',
    )
  },
}
export const NotDeliveredYet: Story = { args: { answer: { ...answer, fate: 'not_delivered_yet' } } }
export const NotAnnouncedYet: Story = {
  args: { answer: { ...answer, fate: 'not_announced_yet', expected_at: '2026-11-23T01:30:00.000Z' } },
}
export const BeforeTheLibrary: Story = { args: { answer: { ...answer, fate: 'before_library', day: '2019-03-04' } } }
export const NotInTheLibrary: Story = {
  args: { answer: { ref: '<img src=x onerror=alert(1)>', fate: 'not_in_library' } },
  async play({ canvas, canvasElement }) {
    await canvas.findByText(/“<img src=x onerror=alert\(1\)>”/)
    await expect(canvasElement.querySelector('img')).toBeNull()
  },
}
export const CanBeLookedUp: Story = {
  args: { answer: { ref: '1706.90001', fate: 'before_library', look_up_id: 'arxiv:1706.90001' } },
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Look it up at arXiv' })
  },
}
export const Saving: Story = { args: { busy: true } }
export const SaveFailed: Story = { args: { error: 'Something went wrong on our side.' } }
export const Phone: Story = {
  args: { answer: { ref: `https://example.org/${'x'.repeat(400)}`, fate: 'not_in_library' } },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement }) {
    await expect(canvasElement.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
