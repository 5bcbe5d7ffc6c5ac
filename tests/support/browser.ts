import { access, constants } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'
import { $ } from 'bun'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The path of a Chromium: CHROMIUM_BINARY, one on the PATH, or, as root on a system with apt, one installed now.
 * Undefined when there is none and none can be had.
 */
export async function findChromium(): Promise<string | undefined> {
  const configured = process.env['CHROMIUM_BINARY']
  if (configured) return (await isExecutable(configured)) ? configured : undefined
  return onPath() ?? ((await installChromium()) ? onPath() : undefined)
}

/**
 * A headless Chromium with a new profile, which is removed when it is closed. Use a context per person:
 * `const page = await (await browser.newContext()).newPage()`. Throws when no Chromium can be had.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_BINARY to the path of one.')
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

const onPath = () => NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function installChromium(): Promise<boolean> {
  if (process.getuid?.() !== 0 || Bun.which('apt-get') === null) return false
  console.error('Installing Chromium with apt-get, for the tests in a browser.')
  const update = await $`apt-get update`.nothrow().quiet()
  const install = await $`apt-get install -y --no-install-recommends chromium`
    .env({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
    .nothrow()
    .quiet()
  if (install.exitCode !== 0) console.error(`${update.stderr}${install.stderr}`.trim())
  return install.exitCode === 0
}
