import { readFile, writeFile } from 'node:fs/promises'
import { log } from '../log.ts'

/** Returns the port that `choosePort` saved in `file`, or null when there is none. */
export async function readLastPort(file: string): Promise<number | null> {
  const port = Number(await readFile(file, 'utf8').catch(() => ''))
  return port > 0 ? port : null
}

/** Returns a port and saves it in `file`: `wanted`, else the last one if it is free, else any free port. */
export async function choosePort(file: string, wanted?: number): Promise<number> {
  const last = await readLastPort(file)
  const port = wanted ?? (last !== null && isPortFree(last) ? last : findFreePort())
  await writeFile(file, `${port}\n`).catch((error: unknown) =>
    log.warn({ error, file }, 'a port could not be saved: the next start may choose another one'),
  )
  return port
}

/** Returns a port of 127.0.0.1 on which no process listens at this moment. */
export function findFreePort(): number {
  const listener = listen(0)
  const { port } = listener
  listener.stop(true)
  return port
}

/** Whether this process could listen on this port of 127.0.0.1. */
export function isPortFree(port: number): boolean {
  try {
    listen(port).stop(true)
    return true
  } catch {
    // In use, or not permitted: not free in both cases.
    return false
  }
}

const listen = (port: number) => Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })
