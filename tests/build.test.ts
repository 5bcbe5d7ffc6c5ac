import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#tests/support/process.ts'
import { replaceFolder } from '#web/build.ts'

const FILES = Array.from({ length: 40 }, (_, index) => `chunk${index}.js`)

/** Makes a folder with all files, as a build does. */
async function writeBuild(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await Promise.all(FILES.map((file) => Bun.write(join(folder, file), folder)))
  return folder
}

test('builds that end in the same moment leave one whole build', async () => {
  for (let round = 0; round < 10; round += 1) {
    await using folder = await makeFolder()
    const site = await writeBuild(join(folder.path, 'web'))
    const builds = await Promise.all([1, 2, 3, 4].map((build) => writeBuild(join(folder.path, `web-${build}`))))
    const replaced = await Promise.all(builds.map((build) => replaceFolder(site, build)))
    expect(replaced).toContain(true)
    expect(await readdir(folder.path)).toEqual(['web'])
    const contents = await Promise.all(FILES.map((file) => Bun.file(join(site, file)).text()))
    expect(builds).toContain(contents[0]!)
    expect(new Set(contents).size).toBe(1)
  }
})
