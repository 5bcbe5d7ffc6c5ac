import { findModel } from '../delivery/modelFiles.ts'
import { MODEL } from '../delivery/pinned.ts'
import { findRuntime } from '../delivery/runtimeFiles.ts'
import type { DeliveryOptions } from '../delivery/ways.ts'
import type { EmbeddingProvider } from '../provider.ts'
import { createModelRunner } from './modelRunner.ts'

/** The model was trained with this before questions, and with nothing before what they search. */
const QUESTION_PREFIX = 'Represent this sentence for searching relevant passages: '

/**
 * Opens the model that runs on this machine; fetches its files first if necessary. Throws "unavailable" with the reason
 * when they cannot be fetched or cannot be run.
 */
export async function openLocalProvider(options: DeliveryOptions): Promise<EmbeddingProvider> {
  const modelFolder = await findModel(options)
  const runtimeFolder = await findRuntime(options)
  const runner = createModelRunner({ runtimeFolder, modelFolder })
  const provider: EmbeddingProvider = {
    id: MODEL.id,
    dimensions: MODEL.dimensions,
    embed: (texts, { kind, signal }) =>
      Promise.all(
        texts.map((text) => runner.encode(kind === 'question' ? QUESTION_PREFIX + text : text, kind, signal)),
      ),
    prepare: () => runner.prepare(),
    close: () => runner.close(),
  }
  try {
    // A library that does not fit this system fails here.
    await provider.embed(['ready'], { kind: 'question', signal: options.signal })
  } catch (error) {
    await provider.close()
    throw error
  }
  return provider
}
