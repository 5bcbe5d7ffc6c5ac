import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { LoadedPart, type LoadedPartProps } from '#web/components/atoms/LoadedPart.tsx'
import { ApiError } from '#web/shared/client.ts'

const error = new ApiError(
  { code: 'unavailable', message: 'The database does not answer.', request_id: 'r-7f3a2c' },
  503,
)

/** For a part of a page with data of its own. Not for a whole page: take `ErrorState`. Keyboard: that of what it shows. */
const meta = {
  title: 'Atoms/LoadedPart',
  // Of a list of words, because a story cannot leave the type of the data open.
  component: (props: LoadedPartProps<readonly string[]>) => LoadedPart(props),
  args: {
    what: 'The list of runs',
    data: ['Fetch of Friday', 'Fetch of Thursday'],
    error: undefined,
    onRetry: fn(),
    skeleton: <Skeleton animation={false} variant="rounded" height={80} />,
    children: (runs) => runs.map((run) => <Typography key={run}>{run}</Typography>),
  },
} satisfies Meta<LoadedPartProps<readonly string[]>>

export default meta
type Story = StoryObj<typeof meta>

export const Loaded: Story = {}
export const Loading: Story = { args: { data: undefined } }
export const Failed: Story = { args: { data: undefined, error } }
export const NotRefreshed: Story = { args: { error } }
