import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { answerCalls } from '../../platform/apartProgram.ts'
import { toUnit } from '../provider.ts'
import { createTokenizer } from './wordPiece.ts'

// Encodes texts for `createModelRunner`: `run` of the model blocks its thread.
// Arguments: folder of the runtime, folder of the model.

/** Longer than a reader looks at results before the next question: that would wait for the start of the process. */
const IDLE_MS = 600_000
/** Abstracts are longer in a quarter to three quarters of all papers; 128 loses the gain, and more costs more. */
const MAX_TOKENS = 256

/** The part of onnxruntime-node that is used here. */
interface Runtime {
  env: { logLevel: string }
  Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => unknown
  InferenceSession: {
    create(
      path: string,
      options: object,
    ): Promise<{
      outputNames: readonly string[]
      run(inputs: Record<string, unknown>): Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>
    }>
  }
}

const [, , runtimeFolder = '', modelFolder = ''] = process.argv
const loading = load()
// Each text is answered with the failure.
loading.catch(() => undefined)

answerCalls(async (text: string) => (await loading)(text), { idleMs: IDLE_MS })

/** Loads the model. Returns a function that encodes a text as a unit vector. */
async function load(): Promise<(text: string) => Promise<Float32Array>> {
  const tokenize = createTokenizer(await readFile(join(modelFolder, 'tokenizer.json'), 'utf8'), MAX_TOKENS)
  const { env, Tensor, InferenceSession } = createRequire(join(runtimeFolder, 'runtime.cjs'))(
    'onnxruntime-node',
  ) as Runtime
  env.logLevel = 'error'
  const session = await InferenceSession.create(join(modelFolder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Memory of a text is given back after it: 190 MB instead of 300 MB, at the same speed.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
  const [output = ''] = session.outputNames

  const toTensor = (values: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])

  // One text per run: the int8 activations are quantised over all texts of a run, so that a text would get different
  // vectors in different company.
  return async (text) => {
    const ids = tokenize(text)
    const result = (
      await session.run({
        input_ids: toTensor(ids),
        attention_mask: toTensor(ids.map(() => 1)),
        token_type_ids: toTensor(ids.map(() => 0)),
      })
    )[output]
    if (result === undefined) throw new Error('the model has no output')
    // Pooling of this model: the first token stands for the text. Shape: texts, tokens, dimensions.
    return toUnit(result.data.slice(0, result.dims.at(-1)))
  }
}
