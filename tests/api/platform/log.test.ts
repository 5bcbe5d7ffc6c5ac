import { describe, expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { createLog } from '#api/platform/log.ts'

function record(level = 'info') {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }) }
}

/** Logs an event in a new process. Returns its standard output and standard error. */
async function run(env: Record<string, string>): Promise<string[]> {
  const script = `import { log } from '#api/platform/log.ts'; log.error('event')`
  const child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe', stderr: 'pipe' })
  return Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
}

describe('the log', () => {
  test('writes one JSON line per event, with the level name', () => {
    const { log, lines } = record()
    log.info({ job: 'ingest', papers: 3 }, 'page\nstored')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', job: 'ingest', papers: 3, msg: 'page\nstored' })
  })

  test('omits events below its level', () => {
    const { log, lines } = record('warn')
    log.info('below')
    log.warn('at the level')
    expect(lines).toHaveLength(1)
  })

  test.each(['token', 'id_token', 'authorization', 'Authorization', 'password', 'secret'])(
    'hides %s at every depth',
    (key) => {
      const { log, lines } = record()
      const fields = { [key]: 'canary-0', a: { [key]: 'canary-1', b: [{ c: { d: { [key]: 'canary-2' } } }] } }
      log.info(fields, 'event')
      log.child({ [key]: 'canary-3' }).info('event')
      log.error({ error: Object.assign(new Error('failed'), { [key]: 'canary-4' }) }, 'event')
      log.error(Object.assign(new Error('failed'), { held: { [key]: 'canary-5' } }))
      expect(lines).toHaveLength(4)
      expect(lines.join('')).not.toContain('canary')
    },
  )

  test('hides credentials in any string', () => {
    const { log, lines } = record()
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.c2ln'
    log.info({ url: 'mongodb://user:canary-1@db.example.org/x', header: 'Bearer canary-2' }, `got ${jwt}`)
    expect(lines.join('')).not.toMatch(/canary|eyJ|c2ln/)
    expect(lines.join('')).toContain('@db.example.org')
  })

  test('replaces each e-mail address with a pseudonym', () => {
    const { log, lines } = record()
    log.info({ to: 'reader@example.org' }, 'sent')
    log.info({ to: 'second@example.org' }, 'sent')
    const pseudonyms = lines.map((line) => (JSON.parse(line) as { to: string }).to)
    expect(pseudonyms.every((name) => /^email-[0-9a-f]{8}$/.test(name))).toBe(true)
    expect(new Set(pseudonyms).size).toBe(2)
  })

  test('keeps the code, the cause and the stack of an error', () => {
    const { log, lines } = record()
    log.error({ error: new AppError('unavailable', 'Not now.', { cause: new Error('the reason') }) }, 'failed')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: {
        code: 'unavailable',
        message: expect.stringContaining('the reason'),
        stack: expect.stringContaining('log.test'),
      },
    })
  })

  test('goes to standard output only, and is silent in tests unless a level is set', async () => {
    expect(await run({ NODE_ENV: 'production' })).toEqual([expect.stringContaining('"msg":"event"'), ''])
    expect(await run({ NODE_ENV: 'test' })).toEqual(['', ''])
    expect(await run({ NODE_ENV: 'test', LOG_LEVEL: 'error' })).toEqual([expect.stringContaining('event'), ''])
  })
})
