import { relative } from 'node:path'
import type { Config } from './config.ts'

/** Returns what a process says once it listens: where the product is, and what of it is embedded. */
export function describeStart(config: Config, { hasSink }: { hasSink: boolean }): string {
  const { embedded, host, port, publicUrl, roles } = config
  const relativeFolder = relative('', config.dataFolder)
  const folder = relativeFolder.startsWith('..') ? config.dataFolder : `./${relativeFolder}`
  return [
    '',
    `Paperdawn is at ${publicUrl}`,
    '',
    ...(roles.has('web') ? [] : [`  This process runs jobs only. Its probe: http://${host}:${port}/api/health/ready`]),
    ...(embedded.database ? [`  Database  embedded, kept in ${folder}/mongo`] : []),
    ...(embedded.identity
      ? [
          '  Sign-in   Firebase Auth emulator, ready in a few seconds; anyone here can sign in as any user',
          '            reader@example.org, second@example.org, admin@paperdawn.test (admin)',
        ]
      : []),
    ...(hasSink
      ? [`  Mail      once an admin switches it on, kept here and not delivered: ${publicUrl}/api/dev/outbox`]
      : []),
    '',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n')
}
