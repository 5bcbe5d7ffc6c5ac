import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Apart, type Failure } from '#api/platform/apart.ts'
import type { Description, Input } from '#tests/api/support/apartProcess.ts'
import { isAlive, makeFolder, runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const PROGRAM = join(import.meta.dir, '../support/apartProcess.ts')
type Options = Partial<ConstructorParameters<typeof Apart>[0]>

let folder: Awaited<ReturnType<typeof makeFolder>>
let started: Apart<Input, Description, string>[] = []

beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(async () => {
  await Promise.all(started.map((program) => program.stop()))
  started = []
  await folder[Symbol.asyncDispose]()
})

/** The error of a call has its reason as the message. */
const failure = (why: Failure, cause?: Error) => new Error(why, { cause })

function create(options: Options = {}, ...args: string[]) {
  const program = new Apart<Input, Description, string>({
    program: PROGRAM,
    args: [folder.path, ...args],
    failure,
    ...options,
  })
  started.push(program)
  return program
}

const put = (name: string) => Bun.write(join(folder.path, name), '')
/** The calls that were begun, as "input pid". */
const calls = async () =>
  (await readFile(join(folder.path, 'calls'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
const inputs = async () => (await calls()).map((line) => line.split(' ')[0])
const untilBegun = (input: string) => waitUntil(async () => (await inputs()).includes(input))
/** How each promise ended: "done", or the message of its error. */
const endsOf = (...promises: Promise<unknown>[]) =>
  Promise.all(
    promises.map((promise) =>
      promise.then(
        () => 'done',
        (error: Error) => error.message,
      ),
    ),
  )

async function* failingParts() {
  yield 'one'
  throw new Error('the database does not answer')
}

describe('A program that runs apart', () => {
  test('is started by the first call, keeps its process, and gets the parts of each call in their order', async () => {
    const program = create()
    expect(program.isRunning).toBeFalse()
    const first = await program.call('describe', { parts: () => ['one', 'two'] })
    const second = await program.call('describe')
    expect([first.parts, second.parts]).toEqual([['one', 'two'], []])
    expect([second.pid, program.isRunning]).toEqual([first.pid, true])
  })

  test('is started before the first call when one is expected', async () => {
    const program = create()
    program.start()
    program.start()
    expect(program.isRunning).toBeTrue()
  })

  test('has its priority, and no secret of this process in its environment', async () => {
    process.env['PAPERDAWN_SECRET'] = 'a secret of the tests'
    try {
      const { niceness, env } = await create({ niceness: 19 }).call('describe')
      expect([niceness, Object.keys(env)]).toEqual([19, ['LOG_LEVEL']])
    } finally {
      delete process.env['PAPERDAWN_SECRET']
    }
  })

  test('passes on what it throws, and answers the next call', async () => {
    const program = create()
    const error = await program.call('throw').catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ message: 'thrown', cause: new SyntaxError('no such word') })
    expect((error as Error).cause).toBeInstanceOf(SyntaxError)
    expect(await endsOf(program.call('describe'))).toEqual(['done'])
  })

  test('is not ended by the signals of a terminal or a service manager', async () => {
    const program = create()
    const { pid } = await program.call('describe')
    process.kill(pid, 'SIGINT')
    process.kill(pid, 'SIGTERM')
    expect((await program.call('describe')).pid).toBe(pid)
  })

  test('ends when it is idle, and is started again by the next call', async () => {
    const program = create({}, '200')
    const { pid } = await program.call('describe')
    await waitUntil(() => !program.isRunning)
    expect(isAlive(pid)).toBeFalse()
    expect((await program.call('describe')).pid).not.toBe(pid)
  })
})

describe('A call', () => {
  test('whose process is killed is given to a new one, once', async () => {
    const program = create()
    expect(await endsOf(program.call('die'), program.call('describe'))).toEqual(['ended', 'done'])
    expect(await inputs()).toEqual(['die', 'die', 'describe'])
    expect(new Set(await calls()).size).toBe(3)
  })

  test('is answered by the second process when the first one was killed', async () => {
    const program = create()
    const killed = program.call('wait')
    await untilBegun('wait')
    process.kill(Number((await calls())[0]?.split(' ')[1]), 'SIGKILL')
    await put('go')
    expect(await endsOf(killed)).toEqual(['done'])
    expect(await inputs()).toEqual(['wait', 'wait'])
  })

  test('is not repeated where that is not wanted', async () => {
    expect(await endsOf(create({ again: [] }).call('die'))).toEqual(['ended'])
    expect(await inputs()).toEqual(['die'])
  })

  test.each([
    ['time', 'wait', { timeMs: 100 }],
    ['memory', 'grow', { memoryBytes: 150 * 1024 * 1024 }],
  ] as const)(
    'ends the process when it exceeds its %s, and the next one is given to a new process',
    async (why, input, limits) => {
      const program = create()
      const { pid } = await program.call('describe')
      const next = program.call(input, limits).catch(async (error: Error) => [error.message, isAlive(pid)])
      expect(await next).toEqual([why, false])
      expect((await program.call('describe')).pid).not.toBe(pid)
      expect(await inputs()).toEqual(['describe', input, 'describe'])
    },
  )

  test('has its time from the start of the process on, which takes long on a busy machine', async () => {
    const program = create({}, '60000', 'held')
    void endsOf(program.call('describe', { timeMs: 100 }))
    const calledAt = performance.now()
    await waitUntil(() => performance.now() - calledAt > 300)
    expect(program.isRunning).toBeTrue()
  })

  test('is refused when too many wait', async () => {
    const program = create({ waitingMax: 2 })
    const first = program.call('wait')
    const waiting = [program.call('describe'), program.call('describe'), program.call('describe')]
    expect(await endsOf(waiting[2]!)).toEqual(['busy'])
    await put('go')
    expect(await endsOf(first, ...waiting.slice(0, 2))).toEqual(['done', 'done', 'done'])
    expect(await inputs()).toEqual(['wait', 'describe', 'describe'])
  })

  test('is not begun when its signal aborts before', async () => {
    const program = create()
    const [first, ofClient] = [program.call('wait'), new AbortController()]
    const aborted = program.call('describe', { signal: ofClient.signal }).catch((error: Error) => error)
    const reason = new Error('the client has gone')
    ofClient.abort(reason)
    await put('go')
    expect(await aborted).toMatchObject({ message: 'aborted', cause: reason })
    expect([await endsOf(first), await inputs()]).toEqual([['done'], ['wait']])
  })

  test('of a lower rank goes first', async () => {
    const program = create()
    const first = program.call('wait')
    const others = [2, 1, 2, 0].map((rank, at) => program.call(`${rank}${'abcd'[at]}`, { rank }))
    await put('go')
    await Promise.all([first, ...others])
    expect(await inputs()).toEqual(['wait', '0d', '1b', '2a', '2c'])
  })

  test('whose parts cannot be read fails with that error, and leaves no part for the next one', async () => {
    const program = create()
    expect(await endsOf(program.call('describe', { parts: failingParts }))).toEqual(['the database does not answer'])
    expect((await program.call('describe')).parts).toEqual([])
    expect(await inputs()).toEqual(['describe'])
  })
})

describe('The end of a program that runs apart', () => {
  test('by a stop fails all calls; a later one starts it again', async () => {
    const program = create()
    const ends = endsOf(program.call('wait'), program.call('describe'))
    await untilBegun('wait')
    await program.stop()
    expect(program.isRunning).toBeFalse()
    expect(await ends).toEqual(['stopped', 'stopped'])
    expect(await endsOf(program.call('describe'))).toEqual(['done'])
    expect(await inputs()).toEqual(['wait', 'describe'])
  })

  test('by a kill fails the call that it works on, and no other', async () => {
    const program = create()
    const ends = endsOf(program.call('wait'), program.call('describe'))
    await untilBegun('wait')
    await program.kill()
    expect(await ends).toEqual(['stopped', 'done'])
    // The killed process ends later than the call comes.
    const killed = program.kill()
    expect(await endsOf(program.call('describe'), killed)).toEqual(['done', 'done'])
  })

  const script = `
    import { Apart } from '#api/platform/apart.ts'
    const [, folder, work] = process.argv
    const program = new Apart({ program: ${JSON.stringify(PROGRAM)}, args: [folder], failure: (why) => new Error(why) })
    console.log((await program.call('describe')).pid)
    if (work === 'call') void program.call('wait').then(() => console.log('answered'))
    if (work === 'stay') setInterval(() => undefined, 1_000)`

  test('comes with the end of this process, which it does not keep alive', async () => {
    await using product = runScript(script, { args: [folder.path, 'end'] })
    const pid = Number(await product.nextLine())
    expect(await product.exited).toBe(0)
    await waitUntil(() => !isAlive(pid))
  })

  test('is not before its call is answered: until then it keeps this process alive', async () => {
    await using product = runScript(script, { args: [folder.path, 'call'] })
    await product.nextLine()
    await untilBegun('wait')
    await put('go')
    expect(await product.nextLine()).toBe('answered')
    expect(await product.exited).toBe(0)
  })

  test('comes when this process is killed', async () => {
    await using product = runScript(script, { args: [folder.path, 'stay'] })
    const pid = Number(await product.nextLine())
    expect(isAlive(pid)).toBeTrue()
    await product.kill('SIGKILL')
    await waitUntil(() => !isAlive(pid))
  })
})
