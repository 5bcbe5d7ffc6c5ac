import type { SourceSettings } from '#api/contract/days.ts'
import { formatFacts } from './table.ts'
import { formatInstant } from './times.ts'

/** The settings of a source, one in each line, those that are not the default with it. */
export const formatSourceSettings = ({
  id,
  name,
  enabled,
  gap_ms,
  addresses,
  defaults,
  budget,
  requests_per_day,
  ...rest
}: SourceSettings): string =>
  formatFacts([
    ['source', `${id} (${name})`],
    ['enabled', enabled ? 'yes' : 'no'],
    ['pause', withDefault(`${gap_ms} ms`, `${defaults.gap_ms} ms`)],
    ['requests a day', withDefault(amount(requests_per_day), amount(defaults.requests_per_day))],
    [
      'requests today',
      `${budget.used}${budget.limit === requests_per_day ? '' : ` of ${amount(budget.limit)}, because the key is refused`}; anew at ${formatInstant(budget.resets_at)}`,
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
