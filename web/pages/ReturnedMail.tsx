import { Suspense } from 'react'
import { lazyPart } from '../shared/lazyPart.tsx'
import { useMailStatus } from '../data/account/useMailStatus.ts'
import { useAction } from '../data/useAction.ts'
import { useUser } from '../shared/useUser.ts'

const ReturnedMailNote = lazyPart(
  async () => (await import('../components/settings/ReturnedMailNote.tsx')).ReturnedMailNote,
)

/** Note that mail to the reader came back, with a button that resumes it. Nothing if mail is sent, or it is unknown. */
export function ReturnedMail({ linksToSettings = false }: { linksToSettings?: boolean }) {
  const { email } = useUser()
  const { status, resume } = useMailStatus()
  const resuming = useAction(resume)
  if (!status?.returned) return null
  return (
    <Suspense>
      <ReturnedMailNote
        email={email}
        returned={status.returned}
        busy={resuming.busy}
        error={resuming.error?.message}
        linksToSettings={linksToSettings}
        foldsOnPhone={linksToSettings}
        onResume={() => void resuming.run()}
      />
    </Suspense>
  )
}
