import { formatInstant, formatUtc } from '../../shared/format.ts'

/** A moment in the reader's time zone; with `utc`, in UTC as well. */
export function InstantText({ at, utc = false }: { at: string; utc?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at)}
      {utc && ` (${formatUtc(at)})`}
    </time>
  )
}
