import { useState } from 'react'
import { ApiError } from '../../shared/client.ts'

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

interface Saving {
  status: SaveStatus
  error?: string | undefined
  fields: Readonly<Record<string, string>>
}

/** Runs a save and tells how it went, beside the field it belongs to. The last failed save can be repeated. */
export function useSaving() {
  const [saving, setSaving] = useState<Saving>({ status: 'idle', fields: {} })
  const [last, setLast] = useState<(() => Promise<unknown>) | null>(null)

  const run = async (save: () => Promise<unknown>): Promise<boolean> => {
    setLast(() => save)
    setSaving({ status: 'saving', fields: {} })
    try {
      await save()
      setSaving({ status: 'saved', fields: {} })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaving({ status: 'failed', error: error.message, fields: error.fields })
      return false
    }
  }

  return { ...saving, run, retry: saving.status === 'failed' && last ? () => void run(last) : undefined }
}
