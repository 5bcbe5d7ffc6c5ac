import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** The mark a link of the daily mail carries beside the day: `/dashboard?day=2026-11-20&from=mail`. */
const MARK = 'from'

/** Tells the server that the mail of this day was opened, when its link led here, and takes the mark off the address. */
export function useMailOpened(): void {
  const client = useClient()
  const [params, setParams] = useSearchParams()
  const day = params.get(MARK) === 'mail' ? params.get('day') : null

  useEffect(() => {
    if (day === null) return
    // Not told is not counted; what the reader came for is here either way.
    unwrap(client.papers['email-opened'].post({ delivery_date: day })).catch(() => undefined)
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(MARK)
        return next
      },
      { replace: true },
    )
  }, [client, day, setParams])
}
