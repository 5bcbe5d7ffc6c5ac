import type { ExportFormat } from '#api/contract/citations.ts'
import { FILE_ENDINGS } from '../../shared/fileEndings.ts'
import { download } from '../../shared/download.ts'
import { unwrapFile } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'
import type { ReadingFilter } from '../reads.ts'

/** What is exported: the items with these ids, or those that the filter shows. */
export type ExportedItems = { ids: string[] } | { filter: ReadingFilter }

/** Downloads items of the reading list as a file, whose name says which. */
export function useExport() {
  const exports = useClient().users.me['reading-list'].export
  return useAction(async (format: ExportFormat, items: ExportedItems) => {
    const file = await unwrapFile(
      'ids' in items ? exports.post({ format, ids: items.ids }) : exports.get({ query: { format, ...items.filter } }),
    )
    download(file, `${nameOf(items)}.${FILE_ENDINGS[format]}`)
  })
}

function nameOf(items: ExportedItems): string {
  if ('ids' in items) return 'reading-list-selected'
  const { status, tag, q, with_note } = items.filter
  const words = [status?.replace('_', '-'), tag, with_note && 'with-note', q].filter(Boolean).join('-')
  // What a file system may refuse, or takes for folders.
  const name = words.replace(/[\s\p{Cc}<>:"/\\|?*.]+/gu, '-').slice(0, 80)
  return ['reading-list', name].filter(Boolean).join('-')
}
