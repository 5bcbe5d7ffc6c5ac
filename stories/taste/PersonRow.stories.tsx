import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { PersonRow } from '#web/components/taste/PersonRow.tsx'
import { crowdedPerson, familyName, mutedPerson, surePerson, unsurePerson } from '../config/peopleSamples.ts'

/** For one author of the interests, in a list. */
const meta = {
  title: 'Taste/PersonRow',
  component: PersonRow,
  args: { person: unsurePerson, busy: false, problem: undefined, onJudge: fn(), onIdentify: fn() },
  decorators: [
    (Story) => (
      <HairlineList>
        <Story />
      </HairlineList>
    ),
  ],
} satisfies Meta<typeof PersonRow>

export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

const open = async ({ canvas, userEvent }: Pick<Context, 'canvas' | 'userEvent'>) =>
  userEvent.click(canvas.getByText(/ORCID iD$/, { selector: 'summary' }))

export const Unsure: Story = {
  async play({ args, canvas, userEvent }) {
    await open({ canvas, userEvent })
    await userEvent.click(canvas.getAllByRole('button', { name: 'No' })[0]!)
    await expect(args.onJudge).toHaveBeenCalledWith('arxiv:2611.00301', 'no')
    await userEvent.click(canvas.getAllByRole('button', { name: 'Undo' })[1]!)
    await expect(args.onJudge).toHaveBeenLastCalledWith('arxiv:2611.00304', null)
  },
}
export const AllSure: Story = {
  args: { person: surePerson },
  async play({ args, canvas, userEvent }) {
    await open({ canvas, userEvent })
    const field = canvas.getByRole('textbox', { name: 'ORCID iD, optional' })
    await userEvent.clear(field)
    await userEvent.type(field, '0000-0002-1694-233X{Enter}')
    await expect(args.onIdentify).toHaveBeenCalledWith('0000-0002-1694-233X')
  },
}
export const FamilyName: Story = { args: { person: familyName } }
export const Muted: Story = { args: { person: mutedPerson } }
export const Saving: Story = { args: { busy: true }, play: open }
export const WrongOrcid: Story = {
  args: { person: surePerson, problem: 'This is not an ORCID iD. Look for a typing mistake.' },
  play: open,
}
export const LongNameAndCrowd: Story = { args: { person: crowdedPerson }, play: open }
