import { AppError } from '../platform/errors.ts'
import type { ApiService } from './apiService.ts'
import type { ListedPapers, PaperSearch } from './finders.ts'
import { parseResponse } from './parsing/parseResponse.ts'

/** The parsers of answers to searches of services with one API. */
type ListKind = 'adsList' | 'europepmcList' | 'inspireList' | 'semanticScholarList'

interface Asking {
  path: string
  parameters: Readonly<Record<string, string>>
  kind: ListKind
  options: Pick<Parameters<PaperSearch['search']>[1], 'signal' | 'tries'>
}

/** Asks a service with one API for papers by words. Throws "source-unavailable". */
export async function askForPapers(
  { fetcher, addressOf, base: { name } }: ApiService,
  { path, parameters, kind, options: { signal, tries } }: Asking,
): Promise<ListedPapers> {
  return fetcher.get(await addressOf(path, parameters), {
    signal,
    ...(tries !== undefined && { tries }),
    // Its text may repeat the words, which must not become a part of the reason of a failure.
    accept: [400],
    read({ status, body, invalidUtf8 }) {
      if (status === 400) throw new AppError('source-unavailable', `${name} did not accept this search (400).`)
      return parseResponse(kind, body, { invalidUtf8 })
    },
  })
}
