import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** URL parameter of links in the daily mail: `/dashboard?day=2026-11-20&from=mail`. */
const SOURCE_PARAM = 'from'

/** If the user came from a link in the daily mail, reports it as opened and removes the parameter from the URL. */
export function useMailOpened(): void {
  const client = useClient()
  const [params, setParams] = useSearchParams()
  const day = params.get(SOURCE_PARAM) === 'mail' ? params.get('day') : null

  useEffect(() => {
    if (day === null) return
    // A failed report is only missing from the statistics; the page works without it.
    unwrap(client.papers['email-opened'].post({ delivery_date: day })).catch(() => undefined)
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(SOURCE_PARAM)
        return next
      },
      { replace: true },
    )
  }, [client, day, setParams])
}
