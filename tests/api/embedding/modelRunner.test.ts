import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModelRunner, type ModelRunner } from '#api/embedding/local/modelRunner.ts'
import { isAlive, processesOf, runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/**
 * An invented runtime: the vector of a text is twice the ids of its first tokens. It records every run, waits in a run of
 * "wait" until a file exists, and is killed by a run of "die".
 */
const RUNTIME = `
const fs = require('node:fs')
const { join } = require('node:path')
class Tensor { constructor(type, data, shape) { Object.assign(this, { type, data, shape }) } }
const create = async (path) => {
  if (fs.existsSync(join(__dirname, 'broken'))) throw new Error('no library for this system')
  return { outputNames: ['hidden'], run: async ({ input_ids: { data, shape }, attention_mask }) => {
    const ids = [...data].map(Number)
    fs.appendFileSync(join(__dirname, 'runs'), ids.slice(1, -1).join(' ') + '\\n')
    if (ids[1] === 4) while (!fs.existsSync(join(__dirname, 'go'))) Bun.sleepSync(5)
    if (ids[1] === 5) process.kill(process.pid, 'SIGKILL')
    const all = ids.flatMap((id, at) => [at === 0 ? 6 : 99, at === 0 ? 8 * Number(attention_mask.data.length > 2) : 99])
    return { hidden: { data: Float32Array.from(all), dims: [1, ids.length, 2] } }
  } }
}
module.exports = { env: {}, Tensor, InferenceSession: { create } }`
const TOKENIZER = JSON.stringify({
  model: { vocab: { '[CLS]': 0, '[SEP]': 1, '[UNK]': 2, one: 3, wait: 4, die: 5, two: 6, three: 7 } },
})
const never = new AbortController().signal

let folder = ''
let runtime = ''
let runner: ModelRunner
const record = (name: string, text = '') => Bun.write(join(runtime, name), text)
const runs = async () =>
  (await readFile(join(runtime, 'runs'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
const create = () => createModelRunner({ runtimeFolder: folder, modelFolder: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-runner-'))
  runtime = join(folder, 'node_modules/onnxruntime-node')
  await Bun.write(join(folder, 'tokenizer.json'), TOKENIZER)
  await record('index.js', RUNTIME)
  runner = create()
})
afterEach(() => Promise.all(['runs', 'go', 'broken'].map((name) => rm(join(runtime, name), { force: true }))))
afterAll(async () => {
  await runner.close()
  await rm(folder, { recursive: true })
})

describe('The process of the model', () => {
  test('is started before the first text when one is expected', async () => {
    const expecting = create()
    expecting.prepare()
    expecting.prepare()
    await waitUntil(async () => (await processesOf(folder)).length > 0)
    expect(await processesOf(folder)).toHaveLength(1)
    await expecting.close()
  })

  test('returns the first token of a text as a unit vector, and runs one text at a time, questions first', async () => {
    const texts = [runner.encode('wait', 'paper', never), runner.encode('one', 'paper', never)]
    await waitUntil(async () => (await runs()).length === 1)
    const question = runner.encode('two three', 'question', never)
    const stopped = new AbortController()
    const aborted = runner.encode('three', 'paper', stopped.signal)
    stopped.abort(new Error('not needed any more'))
    await record('go')
    expect(await question).toEqual(Float32Array.of(0.6, 0.8))
    await Promise.all(texts)
    expect(await aborted.catch((error: Error) => error.message)).toBe('not needed any more')
    expect(await runs()).toEqual(['4', '6 7', '3'])
  })

  test('that is killed with a text gets it once more, then the failure is reported; the next text is encoded', async () => {
    const killed = runner.encode('die', 'paper', never)
    const next = runner.encode('one', 'paper', never)
    expect(await killed.catch((error: Error) => error)).toMatchObject({
      code: 'unavailable',
      message: 'The process of the embedding model ended unexpectedly, twice.',
    })
    expect(await next).toHaveLength(2)
    expect(await runs()).toEqual(['5', '5', '3'])
  })

  test('reports why this machine cannot run the model', async () => {
    await record('broken')
    const broken = create()
    expect(await broken.encode('one', 'paper', never).catch((error: Error) => error)).toMatchObject({
      code: 'unavailable',
      message: 'The embedding model cannot be run: no library for this system',
    })
    await broken.close()
  })

  test('is ended when the model is closed, with a text in work, and when the product is killed', async () => {
    const closing = create()
    const text = closing.encode('wait', 'paper', never)
    await waitUntil(async () => (await runs()).length === 1)
    await closing.close()
    expect(await text.catch((error: Error) => error.message)).toBe('The embedding was stopped.')

    await using product = runScript(
      `
      import { createModelRunner } from '#api/embedding/local/modelRunner.ts'
      const folder = process.argv[1]
      const runner = createModelRunner({ runtimeFolder: folder, modelFolder: folder })
      await runner.encode('one', 'paper', new AbortController().signal)
      console.log('encoded')
      setInterval(() => undefined, 1_000)`,
      { args: [folder] },
    )
    expect(await product.nextLine()).toBe('encoded')
    const children = (await processesOf(folder)).filter((pid) => pid !== product.pid)
    const own = await Promise.all(children.map(async (pid) => ((await parentOf(pid)) === product.pid ? [pid] : [])))
    expect(own.flat()).toHaveLength(1)
    await product.kill('SIGKILL')
    await waitUntil(() => !own.flat().some(isAlive))
  })
})

const parentOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) \S /s, '').split(' ')[0])
