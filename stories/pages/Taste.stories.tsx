import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Taste } from '#web/pages/Taste/Taste.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'
import { noPeople, surePeople } from '../config/peopleSamples.ts'
import { emptyTaste, enough, taste } from '../config/tasteSamples.ts'

const reader = {
  ...sampleUser,
  interests: {
    ...sampleUser.interests,
    authors: ['Mirela Quillfeather'],
    muted_terms: ['survey'],
    muted_authors: ['Karim Adeyemi'],
  },
}
const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(reader), answers: { ...answersFor(reader), ...answers } },
})
const withTaste = (changes: Partial<typeof taste>) => onSite({ 'GET /users/me/taste': { ...taste, ...changes } })

const meta = {
  title: 'Pages/Taste',
  component: Taste,
  parameters: { path: '/profile?section=taste', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Taste>

export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

/** Where the page was scrolled to its button, the bar covers a part of a row. */
const showFromTheTop = () => window.scrollTo(0, 0)

/** Changes a row by its menu. */
async function change(canvas: Context['canvas'], userEvent: Context['userEvent'], text: string, action: RegExp) {
  await userEvent.click(await canvas.findByRole('button', { name: `Change ${text}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const Trained: Story = {
  async play({ canvas }) {
    await canvas.findByText(/^From 41 actions since 3 March/)
    await canvas.findByText('10, as in your list')
  },
}
export const Edited: Story = {
  async play({ canvas, userEvent }) {
    await change(canvas, userEvent, 'shot noise', /^Pin/)
    await change(canvas, userEvent, 'lantern', /^Mute/)
    await expect(await canvas.findByText('2 changes')).toBeVisible()
    await expect(await canvas.findByText('2, 10 in your list')).toBeVisible()
    await expect(canvas.getByText('hidden once you use this')).toBeVisible()
  },
}
export const Used: Story = {
  async play({ canvas, userEvent }) {
    await change(canvas, userEvent, 'shot noise', /^Pin/)
    await userEvent.click(await canvas.findByRole('button', { name: 'Use this' }))
    await screen.findByRole('button', { name: 'Undo' })
    showFromTheTop()
  },
}
export const NotSaved: Story = {
  parameters: onSite({ 'PUT /users/me/taste': serverError }),
  async play({ canvas, userEvent }) {
    await change(canvas, userEvent, 'shot noise', /^Pin/)
    await userEvent.click(await canvas.findByRole('button', { name: 'Use this' }))
    await canvas.findByText('Not saved. Something went wrong on our side.')
    showFromTheTop()
  },
}
export const LeavingWithChanges: Story = {
  async play({ canvas, userEvent }) {
    await change(canvas, userEvent, 'shot noise', /^Pin/)
    await userEvent.click(canvas.getAllByRole('link', { name: 'Profile' })[0]!)
    await expect(await screen.findByRole('button', { name: 'Leave 1 change unused' })).toBeVisible()
  },
}
export const ActionsOpened: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: /^night vision: saved 4, noted 1/ }))
    await screen.findByText('Four ways to lose a comet')
  },
}
export const NotPersonalYet: Story = {
  parameters: withTaste({ state: 'prior', actions: 2, needed: 1, more: taste.more.slice(4, 5), less: [] }),
  async play({ canvas }) {
    await canvas.findByText(
      /^From 2 actions since 3 March, not personal yet: .* 1 more paper that you save, like or open makes it personal/,
    )
  },
}
export const FewActions: Story = {
  parameters: withTaste({ state: 'centroid', actions: 4, needed: 6 }),
  async play({ canvas }) {
    await canvas.findByText(/6 more papers that you save, like or open make it weigh single words/)
  },
}
export const NothingLearned: Story = {
  parameters: onSite({ 'GET /users/me/taste': emptyTaste }),
  async play({ canvas }) {
    await canvas.findByText('Nothing learned yet')
  },
}
export const StartedAgain: Story = {
  parameters: onSite({ 'GET /users/me/taste': { ...emptyTaste, reset_at: '2026-11-20T08:00:00.000Z' } }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Undo' })
  },
}
export const OrderHelps: Story = {
  parameters: withTaste({ order: enough }),
  async play({ canvas }) {
    await canvas.findByText(/^This order helps/)
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /users/me/taste': never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading your taste' })
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /users/me/taste': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const PreviewFailed: Story = {
  parameters: onSite({ 'POST /users/me/taste/preview': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    await change(canvas, userEvent, 'shot noise', /^Pin/)
    await canvas.findByRole('button', { name: 'Use this' })
  },
}

/** Shows the authors of a taste page. */
async function showAuthors(canvas: Context['canvas']) {
  const heading = await canvas.findByRole('heading', { name: 'Authors you follow' })
  heading.scrollIntoView()
}
export const AuthorsToJudge: Story = {
  async play({ canvas, userEvent }) {
    await showAuthors(canvas)
    await userEvent.click((await canvas.findAllByText('2 to judge, 2 judged, ORCID iD'))[0]!)
    await expect(
      (await canvas.findAllByRole('group', { name: 'Is this the Wei Wang you follow?' })).length,
    ).toBeGreaterThan(0)
  },
}
export const AuthorsAllSure: Story = {
  parameters: onSite({ 'GET /users/me/people': surePeople }),
  async play({ canvas }) {
    await showAuthors(canvas)
    await canvas.findByText('1 paper by this author')
  },
}
export const AuthorsNone: Story = {
  parameters: onSite({ 'GET /users/me/people': noPeople }),
  async play({ canvas }) {
    await showAuthors(canvas)
    await canvas.findByText('You follow no author.')
  },
}
export const AuthorsLoading: Story = {
  parameters: onSite({ 'GET /users/me/people': never }),
  async play({ canvas }) {
    await showAuthors(canvas)
  },
}
export const AuthorsNotLoaded: Story = {
  parameters: onSite({ 'GET /users/me/people': serverError }),
  async play({ canvas }) {
    await showAuthors(canvas)
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
