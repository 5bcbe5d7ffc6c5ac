import { AppError } from '../../platform/errors.ts'
import type { LookUp, LookUpSource, SourcePage } from '../../sources/source.ts'
import { findSourceState, recordSuccess } from '../../store/sources/sources.ts'

/**
 * Reads the papers with these natural ids ("doi:10.5555/…") of a source. One whose days were never read is known to
 * work by these answers alone, so its state records them. Throws "source-unavailable", also while it is switched off.
 */
export async function* readOnDemand(
  source: LookUpSource,
  paperIds: readonly string[],
  options: Parameters<LookUp['readByIds']>[1],
): AsyncIterable<SourcePage> {
  const { id, name, lookUp, announcements } = source
  const { enabled, archives } = await findSourceState(id)
  if (!enabled) throw new AppError('source-unavailable', `${name} is switched off.`)
  const sourceIds = paperIds.map((paperId) =>
    paperId.startsWith(lookUp.prefix) ? paperId.slice(lookUp.prefix.length) : paperId,
  )
  for await (const page of lookUp.readByIds(sourceIds, options)) {
    if (announcements === undefined || archives === null) await recordSuccess(id, {})
    yield page
  }
}
