import type { SourceStatus } from '#api/contract/admin.ts'

/** It announces no papers, or none that a reader follows, and is asked for single ones. */
export const isOnDemand = ({ abilities, state, next_run_at }: SourceStatus): boolean =>
  !abilities.includes('announcements') ||
  (abilities.includes('look-up') && ['ok', 'slow', 'key-refused'].includes(state) && next_run_at === null)

/** It announces no papers, and knows more about those of other sources. */
export const isEnriching = ({ abilities }: SourceStatus): boolean => abilities.includes('enrichment')
