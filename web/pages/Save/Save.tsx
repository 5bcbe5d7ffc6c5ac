import { Navigate, useSearchParams } from 'react-router-dom'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { paperPath } from '../../shared/paperAddress.ts'
import { readShared, refOf, type SaveOffer } from '../../shared/sharedPaper.ts'
import { SaveStart } from './SaveStart.tsx'

/**
 * Where a page is shared to: leads to the paper behind `?url=`, or behind an address or id in `?text=`, to be saved there.
 * Without one it takes an address, and explains how a browser or a phone leads here.
 */
export function Save() {
  const [search] = useSearchParams()
  const shared = readShared(search)
  const ref = refOf(shared)
  if (ref !== undefined)
    return <Navigate to={paperPath(ref)} state={{ save: true, title: shared.title } satisfies SaveOffer} replace />
  return (
    <>
      <PageTitle title="Save a paper" />
      <SaveStart words={[shared.title, shared.text, shared.url].find((words) => words !== '') ?? ''} />
    </>
  )
}
