import { useMemo } from 'react'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** What a reader does with a paper beside keeping it. Ids may hold slashes and colons, so they are encoded here. */
export function usePaperActions() {
  const client = useClient()
  return useMemo(() => {
    const of = (paperId: string) => client.papers({ id: encodeURIComponent(paperId) })
    // The page may be left in the same moment; the browser then still sends it.
    const outlive = { fetch: { keepalive: true } }
    return {
      /** The paper was opened. A click that does not arrive is lost: nothing on the page depends on it. */
      click: (paperId: string) => unwrap(of(paperId).click.post(undefined, outlive)).catch(() => undefined),
      /** Its abstract was read for so many seconds; without them, the card was seen. Lost like a click when it fails. */
      view: (paperId: string, seconds?: number) =>
        unwrap(of(paperId).view.post(seconds === undefined ? undefined : { view_duration: seconds }, outlive)).catch(
          () => undefined,
        ),
      /** Throws ApiError. */
      judge: (paperId: string, value: 'like' | 'dislike' | 'none') => unwrap(of(paperId).feedback.put({ value })),
    }
  }, [client])
}
