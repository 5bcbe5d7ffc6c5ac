import type { Command, Help } from 'commander'

/**
 * The manual page of the program in the language of troff (man(7)): every command with its arguments and options, from
 * the same descriptions as the help. `day` is written at its foot: "2026-11-27".
 */
export function writeManPage(program: Command, { version, day, environment }: ManPage): string {
  const help = program.createHelp()
  return [
    `.TH PAPERDAWN 1 "${day}" "Paperdawn ${version}" "User Commands"`,
    '.SH NAME',
    `paperdawn \\- ${escape(program.description())}`,
    '.SH SYNOPSIS',
    '.B paperdawn',
    '.RI [ options ] " command " [ arguments ]',
    '.SH OPTIONS',
    ...options(help.visibleOptions(program)),
    '.SH COMMANDS',
    ...commandsOf(program, help).flatMap((command) => describe(command, help)),
    '.SH EXIT STATUS AND ENVIRONMENT',
    '.nf',
    escape(environment.trim()),
    '.fi',
    '',
  ].join('\n')
}

interface ManPage {
  version: string
  day: string
  /** The part of the help about exit codes and environment variables. */
  environment: string
}

/** The commands that do something, with the paths to them. */
const commandsOf = (command: Command, help: Help): Command[] =>
  help
    .visibleCommands(command)
    .filter((sub) => sub.name() !== 'help')
    .flatMap((sub) => (sub.commands.length > 0 ? commandsOf(sub, help) : [sub]))

const describe = (command: Command, help: Help): string[] => [
  `.SS ${escape(help.commandUsage(command).replace(' [options]', ''))}`,
  escape(command.description()),
  ...terms(help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)])),
  ...options(help.visibleOptions(command).filter(({ long }) => long !== '--help')),
]

const options = (all: ReturnType<Help['visibleOptions']>): string[] =>
  terms(all.map((option) => [option.flags, [option.description, choices(option)].filter(Boolean).join(' ')]))

const choices = ({ argChoices }: { argChoices?: string[] | undefined }) =>
  argChoices === undefined ? '' : `(${argChoices.join(', ')})`

const terms = (all: readonly (readonly [string, string])[]): string[] =>
  all.flatMap(([term, text]) => ['.TP', `\\fB${escape(term)}\\fR`, escape(text)])

/** A line that begins with a full stop or an apostrophe would be a request; a bare hyphen is drawn as a dash. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
