import { expect, test } from 'bun:test'
import { formatInstant, formatPartialDate, withLocalTimes } from '#web/shared/format.ts'

test('A sentence of the API shows its times as the site shows times elsewhere', () => {
  const at = formatInstant('2026-11-25T13:11:00Z')
  expect(at).toMatch(/^Wed 25 Nov, \d\d:11$/)
  expect(withLocalTimes('Failing since 2026-11-25 13:11 UTC, last at 2026-11-25 13:11 UTC: no answer.')).toBe(
    `Failing since ${at}, last at ${at}: no answer.`,
  )
  expect(withLocalTimes('No paper of 2026-11-25.')).toBe('No paper of 2026-11-25.')
})

test('A date of which a part is known is shown without the rest, and is the same in every time zone', () => {
  expect(formatPartialDate('2026-09-20T00:00:00.000Z', 'day')).toBe('20 September 2026')
  expect(formatPartialDate('2026-09-01T00:00:00.000Z', 'month')).toBe('September 2026')
  expect(formatPartialDate('2026-01-01T00:00:00.000Z', 'year')).toBe('2026')
})
