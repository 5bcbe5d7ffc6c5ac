import useMediaQuery from '@mui/material/useMediaQuery'
import { ReturnedMailNote } from '../components/settings/ReturnedMailNote.tsx'
import { useMailStatus } from '../data/account/useMailStatus.ts'
import { useAction } from '../data/useAction.ts'
import { useUser } from '../shared/useUser.ts'

/** Note that mail to the reader came back, with a button that resumes it. Nothing if mail is sent, or it is unknown. */
export function ReturnedMail({ linksToSettings = false }: { linksToSettings?: boolean }) {
  const { email } = useUser()
  const { status, resume } = useMailStatus()
  const resuming = useAction(resume)
  // The first card of the day is above the fold of a phone.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  if (!status?.returned) return null
  return (
    <ReturnedMailNote
      email={email}
      returned={status.returned}
      busy={resuming.busy}
      error={resuming.error?.message}
      linksToSettings={linksToSettings}
      folded={linksToSettings && isPhone}
      onResume={() => void resuming.run()}
    />
  )
}
