import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** Reports that papers were opened and read. Ids may contain slashes and colons, so they are encoded here. */
export function usePaperActions() {
  const client = useClient()
  return useMemo(() => {
    const paper = (paperId: string) => client.papers({ id: encodeURIComponent(paperId) })
    // The browser still sends the request if the page is left at the same moment.
    const keepalive = { fetch: { keepalive: true } }
    return {
      /** Reports that the paper was opened. A failed report is dropped: nothing on the page depends on it. */
      click: (paperId: string) => unwrap(paper(paperId).click.post(undefined, keepalive)).catch(() => undefined),
      /** Reports that the card was seen, or that its abstract was read for `seconds`. A failed report is dropped. */
      view: (paperId: string, seconds?: number) =>
        unwrap(
          paper(paperId).view.post(seconds === undefined ? undefined : { view_duration: seconds }, keepalive),
        ).catch(() => undefined),
    }
  }, [client])
}

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
