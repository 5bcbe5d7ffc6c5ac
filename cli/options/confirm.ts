import type { Context } from '../client/context.ts'
import { Failure } from '../terminal/failures.ts'
import { askLine } from '../terminal/prompt.ts'

/**
 * Goes on only when the word was typed, or with --yes. Throws "usage" when nobody is there to ask, and "interrupted"
 * when something else was typed.
 */
export async function confirmTyped(
  { options, canAsk, out }: Context,
  { question, word }: { question: string; word: string },
): Promise<void> {
  if (options.yes) return
  if (!canAsk)
    throw new Failure('usage', 'It has to be confirmed, and nobody can be asked here.', { advice: 'Add --yes.' })
  out.tell(question)
  const typed = await askLine(`Type “${word}” to go on: `)
  if (typed.trim() !== word)
    throw new Failure('interrupted', 'It was not confirmed; nothing was changed.', {
      advice: `Type “${word}”, or add --yes.`,
    })
}
