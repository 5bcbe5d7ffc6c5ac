import type { Command } from 'commander'
import type { HealthCheck, HealthState, SystemHealth } from '#api/contract/admin.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'
import { cleanText, type Style } from '../terminal/style.ts'
import { formatInstant, formatSeconds } from '../terminal/times.ts'
import { warnVersionMismatch } from '../terminal/version.ts'

const styles: Record<HealthState, Style> = { ok: 'green', slow: 'yellow', down: 'red', unknown: 'dim' }

const columns: readonly Column<HealthCheck>[] = [
  { title: 'part', value: ({ name }) => name },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  {
    title: 'latency',
    value: ({ latency_ms }) => (latency_ms === null ? '-' : `${Math.round(latency_ms)} ms`),
    right: true,
  },
  { title: 'checked', value: ({ checked_at }) => formatInstant(checked_at) },
  { title: 'message', value: ({ message }) => message, truncatable: true },
]

const describeAlarms = ({ admins, by }: SystemHealth['alarms']): string =>
  admins === 0
    ? 'alarms: none; switch them on: paperdawn connections set slack --send alarms'
    : `alarms: ${admins === 1 ? '1 admin' : `${admins} admins`} by ${by.join(', ')}`

export function addHealth(admin: Command, run: Runner): void {
  const command = admin
    .command('health')
    .description(
      'Health of the service and its dependencies. Exits with 1 when something is down, with 7 when readers are without their newest digest or their welcome mail.',
    )
    .action(
      run('the health could not be read', async ({ client, out }) => {
        const health = await unwrap(client.admin['system-health'].get())
        const { verdict, message, checks, version, uptime_seconds, memory_bytes, alarms } = health
        out.data(health, () =>
          [
            `${out.paint(styles[verdict], verdict)}: ${cleanText(message)}`,
            `version ${version}, up ${formatSeconds(uptime_seconds)}, ${Math.round(memory_bytes / 1024 ** 2)} MB`,
            '',
            out.table(columns, checks),
            ...(alarms ? ['', describeAlarms(alarms)] : []),
          ].join('\n'),
        )
        warnVersionMismatch(out, version)
        if (verdict === 'down') return EXIT.failure
        // A server of an earlier version does not say it.
        const { total = 0, welcome = 0 } = health.readers_without_mail ?? {}
        return total + welcome > 0 ? EXIT.partial : EXIT.ok
      }),
    )
  addExamples(command, ['paperdawn admin health', 'paperdawn admin health --quiet || notify-the-admin'])
}
