import type { Manifest } from '../../store/backup/manifest.ts'
import { countAll, countIn } from './archives.ts'
import type { Restored } from './restore.ts'

interface Described {
  manifest: Manifest
  bytes: number
  path: string
  host: string
  started: Date
}

/** What an archive has, in lines. */
export function describeArchive({ manifest, bytes, path, host, started }: Described): string[] {
  const seconds = ((Date.now() - started.getTime()) / 1000).toFixed(1)
  return [
    `${path} on ${host}: ${(bytes / 1024 ** 2).toFixed(1)} MB, ${seconds} s`,
    `The library at ${manifest.moment}: ${describeCounts(manifest)}.`,
    ...describeLeftOut(manifest),
  ]
}

/** What a restore did, in lines: what is there, what is lost, what was changed and what is left to do. */
export function describeRestored(
  { manifest, after, notices }: Restored,
  { started, ended }: { started: Date; ended: Date },
): string[] {
  const { jobs_dropped, jobs_requeued, mails_uncertain, erased_again } = after
  return [
    `Restored in ${((ended.getTime() - started.getTime()) / 1000).toFixed(1)} s: ${describeCounts(manifest)}.`,
    `The library is that of ${manifest.moment}. What was written in the ${describeSpan(started.getTime() - Date.parse(manifest.moment))} after it is lost.`,
    'All sign-ins and personal tokens have ended: everybody signs in again.',
    `Open jobs: ${jobs_requeued} go on, ${jobs_dropped} were dropped.`,
    ...(mails_uncertain > 0
      ? [
          `Mails that may have been sent since: ${mails_uncertain}. They are not sent again; the outbox lists them as uncertain.`,
        ]
      : []),
    ...(erased_again > 0
      ? [`Accounts erased since the backup: ${erased_again}. They are erased again after the start.`]
      : []),
    ...describeLeftOut(manifest),
    ...notices,
    'The search index and the features of papers are built again after the start.',
  ]
}

function describeCounts(manifest: Manifest): string {
  const of = (name: string) => countIn(manifest, name).toLocaleString('en')
  return (
    `${of('papers')} papers, ${of('users')} accounts, ${of('reading_list')} entries of reading lists, ` +
    `${countAll(manifest).toLocaleString('en')} documents in all`
  )
}

const describeLeftOut = ({ left_out }: Manifest): string[] =>
  left_out.length === 0 ? [] : [`Without ${left_out.join(', ')}: these are set again after a restore.`]

function describeSpan(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
