import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { TOP_PAPERS_DEFAULT, TOP_PAPERS_MAX } from '#api/contract/limits.ts'
import { usePipeline } from '../../data/admin/usePipeline.ts'
import { useStartJob } from '../../data/admin/useJobs.ts'
import { RunCard } from './RunCard.tsx'
import { UserField, type ChosenUser } from './UserField.tsx'
import { WholeNumberField } from './WholeNumberField.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** Sends a user their top papers by mail now. `to` preselects the user. */
export function SendTopPapers({ to = null }: { to?: ChosenUser | null }) {
  const { sendTopPapers } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const [user, setUser] = useKeptInput<ChosenUser | null>(`top papers to ${to?.id}`, to)
  const [limit, setLimit] = useKeptInput<number | null>(`number of top papers to ${to?.id}`, TOP_PAPERS_DEFAULT)
  return (
    <RunCard
      title="Send top papers"
      text="Mails a user the papers ranked highest for them, now."
      job={job}
      error={error}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (user && limit !== null) void start(() => sendTopPapers({ user_id: user.id, limit }))
        }}
      >
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          <UserField value={user} onChange={setUser} />
          <WholeNumberField label="Papers" value={limit} min={1} max={TOP_PAPERS_MAX} onChange={setLimit} />
          <Button type="submit" variant="contained" color="primary" loading={isBusy} disabled={!user || limit === null}>
            Send top papers
          </Button>
        </Stack>
      </form>
    </RunCard>
  )
}
