import { readFile, writeFile } from 'node:fs/promises'

/** The port kept in `file`, or null when none was kept yet. */
export async function readKeptPort(file: string): Promise<number | null> {
  const kept = Number(await readFile(file, 'utf8').catch(() => ''))
  return kept > 0 ? kept : null
}

/** A port for the next start, kept in `file`: the `wanted` one, else that of the last start while it is free, else any. */
export async function choosePort(file: string, wanted?: number): Promise<number> {
  const kept = await readKeptPort(file)
  const port = wanted ?? (kept !== null && isPortFree(kept) ? kept : findFreePort())
  await writeFile(file, `${port}\n`)
  return port
}

/** A port of 127.0.0.1 on which nothing listens at this moment. */
export function findFreePort(): number {
  const listener = listen(0)
  const { port } = listener
  listener.stop(true)
  return port
}

/** Whether nothing listens on this port of 127.0.0.1. */
export function isPortFree(port: number): boolean {
  try {
    listen(port).stop(true)
    return true
  } catch {
    // Taken, or not ours to take: not free either way.
    return false
  }
}

const listen = (port: number) => Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })
