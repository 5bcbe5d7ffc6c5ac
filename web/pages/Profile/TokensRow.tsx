import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { TOKENS_MAX } from '#api/contract/limits.ts'
import type { NewPersonalToken } from '#api/contract/tokens.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { NewTokenDialog } from '../../components/settings/NewTokenDialog.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { TokenRows } from '../../components/settings/TokenRows.tsx'
import { useTokens } from '../../data/account/useTokens.ts'
import { useAction } from '../../data/useAction.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { useUser } from '../../shared/useUser.ts'

/** The personal tokens of the reader, and a dialog that makes one. */
export function TokensRow() {
  const user = useUser()
  const { tokens, error, retry, make, revoke } = useTokens()
  const [isOpen, setOpen] = useKeptDialog('new token', false)
  // Never kept: a token is shown once.
  const [made, setMade] = useState<string | null>(null)
  const making = useAction(async (wanted: NewPersonalToken) => setMade(await make(wanted)))
  const revoking = useAction(revoke)
  const isFull = (tokens?.length ?? 0) >= TOKENS_MAX
  return (
    <SettingsRow
      label="Tokens"
      help="For programs and agents that read your days or keep your list for you. Each can do only what you allow."
    >
      <LoadedPart
        what="The list of your tokens"
        data={tokens}
        error={error}
        onRetry={retry}
        skeleton={<Skeleton width="60%" height={44} animation={false} />}
      >
        {(loaded) => (
          <>
            <TokenRows
              tokens={loaded}
              busy={revoking.busy}
              error={revoking.error?.message}
              onRevoke={(id) => revoking.run(id)}
            />
            <Button variant="outlined" sx={{ mt: 1 }} disabled={isFull} onClick={() => setOpen(true)}>
              New token
            </Button>
            {isFull && (
              <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
                {TOKENS_MAX} of {TOKENS_MAX} tokens. Revoke one to make another.
              </Typography>
            )}
          </>
        )}
      </LoadedPart>
      <NewTokenDialog
        open={isOpen}
        isAdmin={user.is_admin}
        busy={making.busy}
        error={making.error?.message}
        token={made}
        onMake={(wanted) => void making.run(wanted)}
        onClose={() => {
          setOpen(false)
          setMade(null)
          making.reset()
        }}
      />
    </SettingsRow>
  )
}
