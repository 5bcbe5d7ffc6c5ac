const minutes = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Formats an ISO instant in the local time zone: "2026-11-20 06:10". */
export const formatInstant = (instant: string | null): string =>
  instant === null ? '-' : minutes.format(new Date(instant))

/** Formats a duration: "45 s", "12 min", "3 h 5 min", "4 d 2 h". */
export function formatSeconds(total: number): string {
  const seconds = Math.round(total)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
}
