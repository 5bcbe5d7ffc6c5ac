import { useMemo } from 'react'
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
