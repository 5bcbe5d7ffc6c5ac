import { access, constants } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'
import { $ } from 'bun'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * Returns the path of Chromium: CHROMIUM_BINARY, or one on the PATH. Without either, installs it if the process is root
 * and there is apt-get. Returns undefined if CHROMIUM_BINARY is not executable or Chromium cannot be installed.
 */
export async function findChromium(): Promise<string | undefined> {
  const configured = process.env['CHROMIUM_BINARY']
  if (configured) return (await isExecutable(configured)) ? configured : undefined
  return onPath() ?? ((await installChromium()) ? onPath() : undefined)
}

/**
 * Starts a headless Chromium with a new profile, which is deleted on close. Use one context per user:
 * `const page = await (await browser.newContext()).newPage()`. Throws if there is no Chromium.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_BINARY to the path of one.')
  return chromium.launch({
    executablePath,
    headless: true,
    // On a busy machine whose disk was not read yet, the first start takes longer than the default of 30 seconds.
    timeout: 0,
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
  console.error('Installing Chromium with apt-get for the browser tests.')
  const update = await $`apt-get update`.nothrow().quiet()
  const install = await $`apt-get install -y --no-install-recommends chromium`
    .env({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
    .nothrow()
    .quiet()
  if (install.exitCode !== 0) console.error(`${update.stderr}${install.stderr}`.trim())
  return install.exitCode === 0
}
