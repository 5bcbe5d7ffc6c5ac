import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode } from 'react'
import type { SignInProblem } from '../../auth/identity.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { signInSentences } from '../atoms/signInSentences.ts'
import { SettingsRow } from './SettingsRow.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

export interface AccountDangerProps {
  email: string
  erasing: {
    busy: boolean
    error?: string | undefined
    /** The deletion needs a new sign-in, which `onErase` begins; `problem` is why the last one failed. */
    signIn?: { problem?: SignInProblem | undefined } | undefined
  }
  /** Offers a copy of everything before the deletion. */
  exportButton: ReactNode
  onErase: () => void
  /** The dialog was closed without an erasure. */
  onKeep: () => void
}

/** Everything that is erased, as the server erases it. */
const ERASED = [
  'your profile, and everything you follow or mute',
  'your reading list, with all notes and tags',
  'which papers you saw, opened, liked or dismissed',
  'what the order has learned about your taste',
  'the list of mails to you, and the address of your feed',
  'notes and searches that this browser keeps',
]

const SIGN_IN_AGAIN =
  'You signed in more than 10 minutes ago. Sign in again with the same account: a window opens for it, and the account is deleted when it closes.'

/** The window opens after a click here, so a blocked one is allowed in the browser; there is no way without it. */
const problemOf = (problem: SignInProblem) =>
  `${problem === 'blocked' ? 'Your browser blocked the sign-in window. Allow it and try again.' : signInSentences[problem]} Nothing was deleted.`

/** The deletion of the account, which the reader confirms with their address. */
export function AccountDanger({ email, erasing, exportButton, onErase, onKeep }: AccountDangerProps) {
  const [asking, setAsking] = useKeptDialog('erase account', false)
  return (
    <>
      <SettingsRow label="Delete account" help="Erases your account and everything kept about you, at once.">
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Delete account…
        </Button>
      </SettingsRow>
      <ConfirmDialog
        open={asking}
        danger
        title="Delete your account?"
        confirmLabel={erasing.signIn ? 'Sign in and delete' : 'Delete my account'}
        typed={email}
        typedLabel="Your e-mail address"
        ignoreCase
        busy={erasing.busy}
        notice={erasing.signIn && !erasing.signIn.problem ? SIGN_IN_AGAIN : undefined}
        error={erasing.signIn?.problem ? problemOf(erasing.signIn.problem) : erasing.error}
        onConfirm={onErase}
        onClose={() => {
          setAsking(false)
          onKeep()
        }}
      >
        <Typography>This is erased at once, and cannot be restored:</Typography>
        <Box component="ul" sx={{ pl: 2.5, my: 1 }}>
          {ERASED.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </Box>
        <Typography>
          All browsers and terminals are signed out. You can sign in again later, with an empty account.
        </Typography>
        <Typography sx={{ mt: 2, mb: 1 }}>Keep a copy first:</Typography>
        {exportButton}
        <Typography sx={{ mt: 2, overflowWrap: 'anywhere' }}>To confirm, type your address: {email}</Typography>
      </ConfirmDialog>
    </>
  )
}
