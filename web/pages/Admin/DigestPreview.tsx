import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { MailPreview as Preview } from '#api/contract/mail.ts'
import { MailPreview } from '../../components/admin/MailPreview.tsx'
import { useDigestPreview } from '../../data/admin/useAdminUsers.ts'
import { useAction } from '../../data/useAction.ts'
import { RunCard } from './RunCard.tsx'
import { UserField, type ChosenUser } from './UserField.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** Shows the newest digest of a user as they get it. Sends nothing. */
export function DigestPreview() {
  const readPreview = useDigestPreview()
  const [user, setUser] = useKeptInput<ChosenUser | null>('preview for', null)
  const [preview, setPreview] = useState<Preview>()
  const { run, busy, error } = useAction(async (id: string) => {
    setPreview(undefined)
    setPreview(await readPreview(id))
  })
  return (
    <RunCard
      title="Preview a digest"
      text="The newest digest of a user, from their cards. Nothing is sent."
      error={error}
    >
      <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
        <UserField value={user} onChange={setUser} />
        <Button variant="outlined" loading={busy} disabled={!user} onClick={() => user && void run(user.id)}>
          Show the digest
        </Button>
      </Stack>
      {preview && <MailPreview preview={preview} />}
    </RunCard>
  )
}
