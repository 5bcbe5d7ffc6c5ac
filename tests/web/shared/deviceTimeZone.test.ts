import { afterEach, expect, test } from 'bun:test'
import { deviceTimeZone } from '#web/shared/deviceTimeZone.ts'

const { resolvedOptions } = Intl.DateTimeFormat.prototype
afterEach(() => {
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
})

/** A device whose browser says this of its time zone, and which is so many minutes ahead of UTC. */
function zoneOn(timeZone: string | undefined, ahead = 0): string {
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: timeZone as string }
  }
  const now = new Date()
  now.getTimezoneOffset = () => -ahead
  return deviceTimeZone(now)
}

test('a named time zone is taken as it is, also by an old name', () => {
  for (const name of ['Europe/Berlin', 'Asia/Calcutta', 'UTC', 'Etc/GMT+3']) expect(zoneOn(name, 60)).toBe(name)
})

test('without a name that the server knows, it is the zone with the offset of the device, or UTC', () => {
  for (const unknown of ['Etc/Unknown', '', undefined, 'GMT+02:00', '+02:00', '-03:00']) {
    expect(zoneOn(unknown)).toBe('UTC')
    expect(zoneOn(unknown, 120)).toBe('Etc/GMT-2')
    expect(zoneOn(unknown, -180)).toBe('Etc/GMT+3')
    expect(zoneOn(unknown, 330)).toBe('UTC')
  }
  const eastern = new Intl.DateTimeFormat('en-GB', { timeZone: 'Etc/GMT-2', hour: '2-digit', minute: '2-digit' })
  expect(eastern.format(new Date('2026-11-18T07:00:00Z'))).toBe('09:00')
})
