import { describe, expect, test } from 'bun:test'
import { useTerminal } from './terminal.ts'

const { run, type, as, asAdmin } = useTerminal()

const admin = async (args: string[]) => run(['admin', ...args], { env: await asAdmin() })
const adminTypes = async (args: string[]) => type(['admin', ...args], { env: await asAdmin() })

describe('Wiping and refetching', () => {
  test('is refused without --yes when there is no terminal for the confirmation', async () => {
    const { exit, stderr } = await admin(['wipe-and-refetch'])
    expect(exit).toBe(2)
    expect(stderr).toContain('do:  Add --yes.')
    expect((await as('admin').admin.jobs.get({ query: {} })).data?.total).toBe(0)
  })

  test('starts only after “wipe” is typed', async () => {
    const no = await adminTypes(['wipe-and-refetch', '--detach'])
    await no.until(/Type “wipe” to go on: /)
    no.type('yes\n')
    expect(await no.exited).toBe(130)
    expect((await as('admin').admin.jobs.get({ query: {} })).data?.total).toBe(0)

    const yes = await adminTypes(['wipe-and-refetch', '--detach'])
    await yes.until(/Type “wipe” to go on: /)
    yes.type('wipe\n')
    expect(await yes.exited).toBe(0)
    expect((await as('admin').admin.jobs.get({ query: {} })).data?.items).toMatchObject([{ kind: 'wipe-and-refetch' }])
  })

  test('starts without confirmation with --yes', async () => {
    expect((await admin(['wipe-and-refetch', '--yes', '--detach'])).exit).toBe(0)
  })
})
