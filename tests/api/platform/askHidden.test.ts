import { expect, test } from 'bun:test'
import { waitUntil } from '#tests/support/waitUntil.ts'

const MODULE = JSON.stringify(new URL(import.meta.resolve('#api/platform/askHidden.ts')).pathname)
const PROGRAM = `
  const { askHidden } = await import(${MODULE})
  const answer = await askHidden('Passphrase: ')
  console.log('length ' + answer?.length)
`

test('A hidden answer is read and not shown; without a terminal there is none', async () => {
  let shown = ''
  const child = Bun.spawn([process.execPath, '-e', PROGRAM], {
    terminal: { data: (_terminal, bytes) => void (shown += new TextDecoder().decode(bytes)) },
  })
  await waitUntil(() => shown.includes('Passphrase: '))
  child.terminal?.write('zinnober\r')
  await child.exited
  expect(shown).toContain('length 8')
  expect(shown).not.toContain('zinnober')

  const silent = Bun.spawn([process.execPath, '-e', PROGRAM], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  expect(await new Response(silent.stdout).text()).toBe('length undefined\n')
})
