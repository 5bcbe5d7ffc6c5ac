import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AdminUser } from '#api/contract/admin.ts'
import { TOP_PAPERS_DEFAULT, TOP_PAPERS_MAX } from '#api/contract/limits.ts'
import { useAdminUsers } from '../../data/admin/useAdminUsers.ts'
import { usePipeline } from '../../data/admin/usePipeline.ts'
import { useStartJob } from '../../data/admin/useStartJob.ts'
import { RunCard } from './RunCard.tsx'
import { WholeNumberField } from './WholeNumberField.tsx'

type Recipient = Pick<AdminUser, 'id' | 'name' | 'email'>

/** Sends a user their top papers by mail now. `to` preselects the user. */
export function SendTopPapers({ to = null }: { to?: Recipient | null }) {
  const { sendTopPapers } = usePipeline()
  const { start, isBusy, error, job } = useStartJob()
  const [searchText, setSearchText] = useState('')
  const { users, isLoading } = useAdminUsers({ q: searchText, skip: 0 })
  const [user, setUser] = useState<Recipient | null>(to)
  const [limit, setLimit] = useState<number | null>(TOP_PAPERS_DEFAULT)
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
          <Autocomplete<Recipient>
            fullWidth
            size="small"
            options={users?.items ?? []}
            loading={isLoading}
            value={user}
            // The server filters the users.
            filterOptions={(options) => options}
            getOptionLabel={({ name, email }) => `${name} (${email})`}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(option, value) => option.id === value.id}
            onChange={(_event, next) => setUser(next)}
            onInputChange={(_event, text, reason) => setSearchText(reason === 'input' ? text : '')}
            renderInput={(params) => <TextField {...params} label="User" />}
          />
          <WholeNumberField label="Papers" value={limit} min={1} max={TOP_PAPERS_MAX} onChange={setLimit} />
          <Button type="submit" variant="contained" color="primary" loading={isBusy} disabled={!user || limit === null}>
            Send top papers
          </Button>
        </Stack>
      </form>
    </RunCard>
  )
}
