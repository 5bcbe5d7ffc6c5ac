import type { Context } from '../client/context.ts'
import { Failure } from '../terminal/failures.ts'
import { askLine } from '../terminal/prompt.ts'

/**
 * Returns only if the user typed the word or gave --yes. Throws `usage` if the user cannot be prompted, and
 * `interrupted` if something else was typed.
 */
export async function confirmTyped(
  { options, canPrompt, out }: Context,
  { question, word }: { question: string; word: string },
): Promise<void> {
  if (options.yes) return
  if (!canPrompt)
    throw new Failure('usage', 'It needs a confirmation, which cannot be typed here.', { advice: 'Add --yes.' })
  out.notice(question)
  const typed = await askLine(`Type “${word}” to go on: `)
  if (typed.trim() !== word)
    throw new Failure('interrupted', 'It was not confirmed; nothing was changed.', {
      advice: `Type “${word}”, or add --yes.`,
    })
}
