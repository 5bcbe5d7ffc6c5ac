import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { formatFacts } from '../terminal/table.ts'
import { ownVersion, warnVersionMismatch } from '../terminal/version.ts'

export function addVersion(program: Command, run: Runner): void {
  program
    .command('version')
    .description('Show the versions of this program and of the server.')
    .action(
      run('the version of the server could not be read', async ({ client, server, out }) => {
        const { version } = await unwrap(client.config.get())
        out.data({ terminal: ownVersion, server: version, address: server }, () =>
          formatFacts([
            ['terminal', ownVersion],
            ['server', version],
            ['address', server],
          ]),
        )
        warnVersionMismatch(out, version)
      }),
    )
}
