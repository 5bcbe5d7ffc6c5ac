/**
 * The time zone of this device by a name that the server knows. Some systems have none: their browsers say "Etc/Unknown",
 * "GMT+02:00", "+02:00" or nothing. Then it is the zone with the offset that the device has now, in whole hours, or UTC.
 */
export function deviceTimeZone(now: Date = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (isName(timeZone)) return timeZone
  const hours = -now.getTimezoneOffset() / 60
  // The signs of these names are those of POSIX: "Etc/GMT-2" is two hours ahead of UTC.
  return hours !== 0 && Number.isInteger(hours) ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : 'UTC'
}

function isName(zone: string | undefined): zone is string {
  if (!/^[a-z]/i.test(zone ?? '')) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
