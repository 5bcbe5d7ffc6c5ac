import { download } from '../../shared/download.ts'
import { unwrapFile } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'

/** Downloads the papers of a day as a book for e-readers. */
export function useDayBook() {
  const { delivered } = useClient().users.me
  return useAction(async (day: string) => {
    const file = `${day}.epub`
    download(await unwrapFile(delivered({ file }).get()), `paperdawn-${file}`)
  })
}
