import process from 'node:process'

// Asks the advisory database of the registry about the packages of an installation. A high or critical advisory is a failure.
// Where the database cannot be reached it says that the audit was skipped, and is none: the check also runs offline.

const WAIT_MS = 20_000
const SEVERE = new Set(['high', 'critical'])

interface Advisory {
  severity: string
  title: string
  url: string
}

const child = Bun.spawn([process.execPath, 'audit', '--production', '--json'], {
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
  timeout: WAIT_MS,
  killSignal: 'SIGKILL',
})
const [answer, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])

/** The advisories by package; undefined without an answer of the database. */
function readAdvisories(): Record<string, Advisory[]> | undefined {
  try {
    const found: unknown = JSON.parse(answer)
    return typeof found === 'object' && found !== null ? (found as Record<string, Advisory[]>) : undefined
  } catch {
    return undefined
  }
}

const advisories = readAdvisories()
if (advisories === undefined) {
  const reason = /^error: (.*)$/m.exec(complaint)?.[1] ?? `no answer in ${WAIT_MS / 1000} seconds`
  console.log(`audit: SKIPPED, the advisory database cannot be reached: ${reason}`)
} else {
  const all = Object.entries(advisories).flatMap(([name, list]) => list.map((advisory) => ({ name, ...advisory })))
  for (const { name, severity, title, url } of all) console.log(`${severity}  ${name}: ${title} ${url}`)
  const severe = all.filter(({ severity }) => SEVERE.has(severity)).length
  console.log(`audit: ${all.length} advisories, ${severe} of them high or critical`)
  if (severe > 0) process.exitCode = 1
}
