import { useState } from 'react'
import type { Density } from '#api/contract/users.ts'
import { DensityMenu } from '../components/lists/DensityMenu.tsx'
import { UndoSnackbar } from '../components/lists/UndoSnackbar.tsx'
import { preloadHeadlines } from '../components/papers/PaperEntry.tsx'
import { useMeChanges } from '../data/account/useMe.ts'
import { ApiError } from '../shared/client.ts'
import { useUser } from '../shared/useUser.ts'

/** Chooses the density of all lists, which is shown at once and kept in the account. */
export function DensityChoice() {
  const user = useUser()
  const { showMe, changeMe } = useMeChanges()
  const { density } = user.preferences.reading
  const [failure, setFailure] = useState<string | null>(null)

  const save = async (next: Density) => {
    setFailure(null)
    try {
      await changeMe({ preferences: { reading: { density: next } } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Recovered: the list stays as it was chosen, and the reader can have it saved again.
      setFailure(`The density was not saved. ${error.message}`)
    }
  }
  const choose = async (next: Density) => {
    if (next === 'headlines') await preloadHeadlines()
    await showMe({
      ...user,
      preferences: { ...user.preferences, reading: { ...user.preferences.reading, density: next } },
    })
    await save(next)
  }
  return (
    <>
      <DensityMenu value={density} onChange={(next) => void choose(next)} />
      <UndoSnackbar
        message={failure}
        actionLabel="Retry"
        onUndo={() => void save(density)}
        onClose={() => setFailure(null)}
      />
    </>
  )
}
