import type { Command } from 'commander'

/** Help begins with how a command is used. */
export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText('before', `Examples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
