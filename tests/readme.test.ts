import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { settingsTable } from '#api/platform/settingList.ts'

const files = ['*.md', '.github/*.md', '.deploy/*.md', '{api,web,cli,stories,tests}/**/*.md'].flatMap((pattern) => [
  ...new Glob(pattern).scanSync({ dot: true }),
])
const texts = new Map(await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const)))
const scripts = ((await Bun.file('package.json').json()) as { scripts: Record<string, string> }).scripts

/** The part of an address that leads to a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

async function isBroken(from: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? from : join(dirname(from), path)
  if (!(await Bun.file(file).exists())) return true
  if (anchor === undefined) return false
  const headings = [...(texts.get(file) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
  return !headings.includes(anchor)
}

describe('The READMEs', () => {
  test('link only to files and headings that exist', async () => {
    const links = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)\s]+)\)|src(?:set)?="([^"]+)"/g)]
        .map(([, link, picture]) => link ?? picture ?? '')
        .filter((link) => !/^https?:/.test(link))
        .map((link) => ({ file, link })),
    )
    expect(links.length).toBeGreaterThan(20)
    const broken = await Promise.all(links.map(async (one) => ((await isBroken(one.file, one.link)) ? [one] : [])))
    expect(broken.flat()).toEqual([])
  })

  test('mention only package scripts that exist', () => {
    const mentioned = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/\b(?:npm|bun) run (?!--)([\w:]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(mentioned.length).toBeGreaterThan(3)
    expect(mentioned.filter((name) => !(name in scripts))).toEqual([])
  })

  test('list every folder of api', async () => {
    const folders = new Set<string>()
    for await (const path of new Glob('api/*/*.ts').scan('.')) folders.add(path.split('/')[1]!)
    expect([...folders].filter((folder) => !texts.get('api/README.md')!.includes(`\`${folder}\``))).toEqual([])
  })

  test('list the settings as the program prints them', () => {
    const printed = Bun.spawnSync([process.execPath, 'api/index.ts', '--settings']).stdout.toString()
    expect(printed).toBe(`${settingsTable()}\n`)
    expect(texts.get('api/README.md')).toContain(printed)
  })

  test('the first one can be read in some minutes', () => {
    expect(texts.get('README.md')!.length).toBeLessThan(7_500)
  })
})
