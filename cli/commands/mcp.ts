import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { Failure } from '../terminal/failures.ts'

/** Standard output has nothing but the protocol. */
const writeLine = (line: string) => void process.stdout.write(`${line}\n`)

export function addMcp(program: Command, run: Runner): void {
  const command = program
    .command('mcp')
    .description('Connect an agent: the Model Context Protocol over standard input and output.')
    .action(
      run('the agent was not connected', async ({ server, token, deadline }) => {
        if (token === undefined) throw new Failure('unauthenticated', `You are not signed in to ${server}.`)
        const { forwardMessages } = await import('../client/mcpBridge.ts')
        const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
        await forwardMessages(lines, { server, token, deadline, write: writeLine })
      }),
    )
  addExamples(command, ['PAPERDAWN_TOKEN=pd_… paperdawn mcp'])
}
