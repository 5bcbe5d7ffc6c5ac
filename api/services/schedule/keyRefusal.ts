import type { SourceStatus } from '../../contract/admin.ts'
import { formatInstant } from '../../platform/clock.ts'
import type { Source } from '../../sources/source.ts'
import type { SourceState } from '../../store/sources/sources.ts'

/** Returns since when the service of a source refuses the key in force, and what to do; null for a source that is off. */
export async function findKeyRefusal(
  source: Source,
  { enabled }: Pick<SourceState, 'enabled'>,
): Promise<SourceStatus['key_refusal']> {
  const refused = enabled ? ((await source.findRefusedKey?.()) ?? null) : null
  if (refused === null) return null
  const { id, name, key } = source
  const { since, effect, setting } = refused
  const whose = setting === undefined ? 'the saved key' : `the key of the setting ${setting}`
  // The key of a source that needs one can only be removed with the source switched off.
  const advice =
    setting === undefined
      ? `Save another key${key === 'required' ? '' : ' or remove it'}`
      : 'Change the setting, save a key'
  return {
    since: since.toISOString(),
    message: `${name} refuses ${whose} since ${formatInstant(since)}. ${effect} ${advice} in Ingestion, or run: paperdawn admin sources set ${id} --key`,
  }
}

/** The state of a source that is well but for its key. */
export const withKeyRefusal = ({
  state,
  key_refusal,
}: Pick<SourceStatus, 'state' | 'key_refusal'>): SourceStatus['state'] =>
  key_refusal !== null && (state === 'ok' || state === 'never') ? 'key-refused' : state
