import { Glob } from 'bun'

const NAME = 'virtual:used-icons'

/** Vite plugin: the module `virtual:used-icons` has the icons that `web` imports, each with the files that use it. */
export function usedIcons() {
  return {
    name: 'paperdawn-used-icons',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: async (id: string) => (id === `\0${NAME}` ? writeModule(await findIcons()) : undefined),
  }
}

/** Files of `web` by the name of the icon that they import. */
async function findIcons(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const file of (await Array.fromAsync(new Glob('web/**/*.tsx').scan('.'))).toSorted())
    for (const [, name = ''] of (await Bun.file(file).text()).matchAll(/'@mui\/icons-material\/(\w+)(?:\.js)?'/g))
      found.set(name, [...(found.get(name) ?? []), file])
  return found
}

function writeModule(icons: ReadonlyMap<string, readonly string[]>): string {
  const sorted = [...icons].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return [
    ...sorted.map(([name], index) => `import icon${index} from '@mui/icons-material/${name}'`),
    'export const icons = [',
    ...sorted.map(
      ([name, files], index) => `  { name: '${name}', Icon: icon${index}, files: ${JSON.stringify(files)} },`,
    ),
    ']',
  ].join('\n')
}
