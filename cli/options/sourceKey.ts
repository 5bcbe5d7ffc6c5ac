import type { Context } from '../client/context.ts'
import { Failure } from '../terminal/failures.ts'
import { askHidden, readPiped } from '../terminal/prompt.ts'

/** There is no option for the key itself: other users could read it in the process list. */
export interface KeyOptions {
  key?: boolean
  keyStdin?: boolean
  removeKey?: boolean
}

/** Returns the key of a source that was typed or piped; null to delete it, undefined to keep it. Throws `usage`. */
export async function readKey(
  { canPrompt }: Pick<Context, 'canPrompt'>,
  source: string,
  { key, keyStdin, removeKey }: KeyOptions,
): Promise<string | null | undefined> {
  if (removeKey) return null
  if (keyStdin) return readPiped('key')
  if (!key) return undefined
  if (!canPrompt)
    throw new Failure('usage', 'The key cannot be typed here.', {
      advice: 'Pipe it: --key-stdin < secret.txt',
    })
  const typed = (await askHidden(`Key of ${source}: `)).trim()
  if (typed === '') throw new Failure('usage', 'No key was typed; nothing was changed.')
  return typed
}
