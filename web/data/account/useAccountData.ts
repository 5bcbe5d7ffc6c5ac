import { useState } from 'react'
import { forgetUser } from '../../shared/deviceStorage.ts'
import { download } from '../../shared/download.ts'
import { ApiError, unwrap, unwrapText } from '../../shared/client.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { SignInError } from '../../auth/identity.ts'
import { useSession } from '../../auth/useSession.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'

/** Saves everything that is kept about the reader as a file, and erases the account. */
export function useAccountData({ id, email }: { id: string; email: string }) {
  const client = useClient()
  const { session } = useSession()
  const [file, setFile] = useState<string>()
  const exporting = useAction(async () => {
    const text = await unwrapText(client.users.me.export.get())
    const name = `paperdawn-${serverNow().toISOString().slice(0, 10)}.json`
    download(text, name)
    setFile(name)
  })
  const erasing = useAction(async () => {
    await unwrap(client.users.me.delete({ email })).catch((cause: unknown) => {
      // An earlier try, whose answer did not arrive, or another window has erased the account.
      if (!(cause instanceof ApiError) || cause.code !== 'not-found') throw cause
    })
    forgetUser(id)
    await session.signOut('erased')
  })
  const signingIn = useAction(() => session.signInAgain(), SignInError)
  const needsSignIn = erasing.error?.code === 'recent-sign-in-required'
  return {
    exporting,
    erasing: {
      busy: erasing.busy || signingIn.busy,
      error: erasing.error,
      /** Why the reader could not sign in again. */
      problem: signingIn.error?.code,
      /** The server asks for a new sign-in: the next `run` opens a window for it, and then erases. */
      needsSignIn,
      run: async () => {
        if (!needsSignIn || (await signingIn.run())) await erasing.run()
      },
      reset: () => {
        signingIn.reset()
        erasing.reset()
      },
    },
    /** Name of the saved file. */
    file,
  }
}
