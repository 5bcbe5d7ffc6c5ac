import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AdminUser } from '#api/contract/admin.ts'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { useAdminUsers } from '../../data/admin/useAdminUsers.ts'

export type ChosenUser = Pick<AdminUser, 'id' | 'name' | 'email'>

/** Field that finds a user by name or address. */
export function UserField({
  value,
  onChange,
}: {
  value: ChosenUser | null
  onChange: (user: ChosenUser | null) => void
}) {
  const [searchText, setSearchText] = useState('')
  const { users, error, isLoading, refresh } = useAdminUsers({ q: searchText, skip: 0 })
  return (
    <Box sx={{ width: 1 }}>
      <Autocomplete<ChosenUser>
        fullWidth
        size="small"
        options={users?.items ?? []}
        loading={isLoading}
        value={value}
        // The server filters the users.
        filterOptions={(options) => options}
        getOptionLabel={({ name, email }) => `${name} (${email})`}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
        onChange={(_event, next) => onChange(next)}
        onInputChange={(_event, text, reason) => setSearchText(reason === 'input' ? text : '')}
        noOptionsText={error ? 'The users could not be loaded.' : 'No user matches'}
        renderInput={(params) => <TextField {...params} label="User" />}
      />
      {error && (
        <MissingPart what="The users" error={error} onRetry={() => void refresh()} isShown={users !== undefined} />
      )}
    </Box>
  )
}
