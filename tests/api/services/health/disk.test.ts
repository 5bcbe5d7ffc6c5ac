import { expect, test } from 'bun:test'
import { canMountDisk, runOnSmallDisk } from '#tests/api/support/smallDisk.ts'

const isPossible = canMountDisk('the test of the health on a full disk')

test.skipIf(!isPossible)(
  'A disk that is nearly full is slow, and a full one down, before its last byte is used',
  async () => {
    const checks = await runOnSmallDisk(`
    import { writeFileSync } from 'node:fs'
    import { Sources } from '#api/sources/sources.ts'
    import { healthChecks } from '#api/services/health/healthChecks.ts'
    const check = async (size) => {
      remount('size=' + size)
      const product = { config: { dataFolder: disk }, sources: new Sources() }
      report(await healthChecks(product).find(({ name }) => name === 'Disk').run())
    }
    for (const size of ['2g', '512m', '199m']) await check(size)
    writeFileSync(disk + '/filled', Buffer.alloc(1024 ** 2))
    await check('1m')
  `)
    expect(checks).toEqual([
      { state: 'ok', message: '2.0 GB free for the data folder.' },
      { state: 'slow', message: '512 MB free for the data folder.' },
      { state: 'down', message: '199 MB free for the data folder.' },
      { state: 'down', message: '0 MB free for the data folder.' },
    ])
  },
)
