import type { Command } from 'commander'

/** Puts examples at the top of the command's help. */
export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText('before', `Examples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
