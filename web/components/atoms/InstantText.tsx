import { formatInstant, formatUtc } from '../../shared/format.ts'

/** A point in time in the user's time zone; with `utc`, also in UTC. */
export function InstantText({ at, utc = false }: { at: string; utc?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at)}
      {utc && ` (${formatUtc(at)})`}
    </time>
  )
}
