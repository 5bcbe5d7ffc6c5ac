import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { NAME_MAX } from '#api/contract/limits.ts'
import type { User, UserChanges } from '#api/contract/users.ts'
import { formatDate } from '../../shared/format.ts'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useSetting } from '../../data/account/useSetting.ts'
import { Section } from './Section.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

interface AccountSectionProps {
  user: User
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** The user's account. The e-mail address comes from Google; the name can be changed here. */
export function AccountSection({ user, onSave }: AccountSectionProps) {
  return (
    <Section id="account" title="Account">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, sm: 3 }, py: 2 }}>
        <Avatar
          src={user.photo_url ?? ''}
          alt=""
          slotProps={{ img: { referrerPolicy: 'no-referrer' } }}
          sx={{ width: '2.5rem', height: '2.5rem', bgcolor: 'primary.main', color: 'primary.contrastText' }}
        >
          {user.name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{user.email}</Typography>
          <Typography variant="meta">
            Member since {formatDate(user.created_at)}
            {user.is_admin && ', administrator'}
          </Typography>
        </Box>
      </Box>
      <NameRow name={user.name} onSave={onSave} />
    </Section>
  )
}

function NameRow({ name, onSave }: { name: string; onSave: AccountSectionProps['onSave'] }) {
  const [text, setText] = useKeptInput('name', name)
  const [shownName, setShownName] = useState(name)
  // The name was saved or changed elsewhere: show the new name in the field.
  if (name !== shownName) {
    setShownName(name)
    setText(name)
  }
  const { change, fields, saving } = useSetting('name', name, (changed) => onSave({ name: changed }))
  const invalid = text.trim() === '' ? 'Your name cannot be empty.' : undefined
  const problem = invalid ?? Object.values(fields)[0]
  const save = () => {
    if (invalid === undefined && text.trim() !== name) change(text.trim())
  }
  return (
    <SettingsRow label="Name" help="How you are greeted." {...saving}>
      <TextField
        size="small"
        label="Name"
        value={text}
        error={problem !== undefined}
        helperText={problem}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
          if (event.key !== 'Enter' && !isSave) return
          event.preventDefault()
          save()
        }}
        slotProps={{ htmlInput: { maxLength: NAME_MAX, autoComplete: 'name' } }}
        sx={{ width: '100%', maxWidth: 360 }}
      />
    </SettingsRow>
  )
}
