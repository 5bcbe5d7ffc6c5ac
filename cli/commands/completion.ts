import type { RootCommand } from '@bomb.sh/tab'
import { Argument, type Command } from 'commander'
import { addExamples } from '../options/examples.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** Adds `completion`, which prints the script for a shell, and `complete`, which that script calls at each Tab. */
export function addCompletion(program: Command): void {
  const command = program
    .command('completion')
    .description('Print a script that completes commands in a shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => {
      // The library's script for bash fails without the package bash-completion, and when it is sourced twice.
      if (shell === 'bash') console.log(BASH_SCRIPT)
      else (await loadCompleter()).setup('paperdawn', 'paperdawn', shell)
    })
  addExamples(command, ['source <(paperdawn completion bash)', 'paperdawn completion fish | source'])

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const completer = await loadCompleter()
      registerCommand(completer, program, '')
      const typed = words.pop() ?? ''
      // The library would treat the word after `--name=value` as the value.
      completer.parse([...words.flatMap(splitAtEquals), typed])
    })
}

/** Imported lazily, so that other commands start faster. */
const loadCompleter = async (): Promise<RootCommand> => (await import('@bomb.sh/tab')).default

const splitAtEquals = (word: string): string[] => /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]

/** Registers a command, its subcommands and their options, including global ones. */
function registerCommand(completer: RootCommand, command: Command, path: string): void {
  const registered = path === '' ? completer : completer.command(path, command.description())
  const help = command.createHelp()
  for (const option of [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]) {
    const name = option.long?.replace(/^--/, '') ?? ''
    const short = option.short?.replace(/^-/, '')
    if (option.isBoolean() || option.negate) registered.option(name, option.description, short)
    else registered.option(name, option.description, propose(option.argChoices), short)
  }
  for (const argument of command.registeredArguments)
    registered.argument(argument.name(), propose(argument.argChoices), argument.variadic)
  for (const sub of help.visibleCommands(command)) registerCommand(completer, sub, `${path} ${sub.name()}`.trim())
}

const propose =
  (choices: readonly string[] = []) =>
  (complete: (value: string, description: string) => void) => {
    for (const choice of choices) complete(choice, '')
  }

/** Splits the line itself, because bash also splits at "=" and ":". The last line of the output starts with a colon. */
const BASH_SCRIPT = `_paperdawn() {
  local line=\${COMP_LINE:0:COMP_POINT} words value
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [[ $value == :* ]] || COMPREPLY+=("$value")
  done < <(paperdawn complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _paperdawn paperdawn`
