import { readFile, writeFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
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

/**
 * Ports that no operating system gives to outgoing connections or to listeners without a port of their own (Linux gives
 * 32768 to 60999, macOS and Windows 49152 to 65535), so one of them is still free when its program listens, seconds
 * later. Browsers refuse some ports below.
 */
const FIRST = 11_000
const COUNT = 32_768 - FIRST
/** Distance between the first ports of two processes, so that those which start at the same time choose different ones. */
const PER_PROCESS = 16
let next = process.pid * PER_PROCESS

/** Returns a port of 127.0.0.1 on which no process listens at this moment, each time another one. */
export function findFreePort(): number {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + (next++ % COUNT)
    if (isPortFree(port)) return port
  }
  throw new AppError(
    'unavailable',
    `None of the ports ${FIRST} to ${FIRST + COUNT - 1} is free. Set PORT to a free one.`,
  )
}

/** Replaces port 0 by a free port, also in the public address that links begin with. */
export function withFreePort(config: Config): Config {
  if (config.port !== 0) return config
  const port = findFreePort()
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
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
