import type { SourceSettings } from '#api/contract/days.ts'
import { formatFacts } from './table.ts'
import { formatInstant } from './times.ts'

/** The settings of a source, one in each line, those that are not the default with it. */
export const formatSourceSettings = ({
  id,
  name,
  enabled,
  gap_ms,
  gap_in_force_ms,
  key_refused,
  addresses,
  defaults,
  budget,
  requests_per_day,
  ...rest
}: SourceSettings): string =>
  formatFacts([
    ['source', `${id} (${name})`],
    ['enabled', enabled ? 'yes' : 'no'],
    [
      'pause',
      withDefault(`${gap_ms} ms`, `${defaults.gap_ms} ms`) +
        (key_refused && gap_in_force_ms !== gap_ms ? `, but ${gap_in_force_ms} ms because the key is refused` : ''),
    ],
    ['requests a day', withDefault(amount(requests_per_day), amount(defaults.requests_per_day))],
    [
      'requests today',
      `${budget.used}${!key_refused || budget.limit === requests_per_day ? '' : ` of ${amount(budget.limit)}, because the key is refused`}; anew at ${formatInstant(budget.resets_at)}`,
    ],
    ...(rest.key_needed === 'none'
      ? []
      : [
          [
            'key',
            `${rest.key_set ? 'set' : 'none'}, ${rest.key_needed}${rest.key_form ? `, ${rest.key_form}` : ''}`,
          ] as const,
        ]),
    ...Object.entries(addresses).map(
      ([interfaceName, address]) =>
        [interfaceName, withDefault(address, defaults.addresses[interfaceName] ?? '')] as const,
    ),
  ])

const amount = (limit: number | null): string => (limit === null ? 'any number' : `${limit}`)

const withDefault = (value: string, otherwise: string): string =>
  value === otherwise ? value : `${value} (default: ${otherwise})`
