import { useState } from 'react'
import { ApiError } from '../../shared/client.ts'

/** Why the last change of an item failed, by the id of the item. */
export function useItemErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  return {
    errors,
    /** Runs a change of an item. Returns false after an ApiError, which is shown after `failure`. */
    attempt: async (id: string, failure: string, run: () => Promise<void>): Promise<boolean> => {
      setErrors(({ [id]: _before, ...others }) => others)
      try {
        await run()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setErrors((all) => ({ ...all, [id]: `${failure} ${error.message}` }))
        return false
      }
    },
  }
}
