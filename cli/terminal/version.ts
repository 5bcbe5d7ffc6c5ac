import { version } from '../../package.json'
import type { Output } from './output.ts'

export const ownVersion: string = version

/** Warns if the server has another version, whose responses this program may not understand. */
export function warnVersionMismatch(out: Output, server: string): void {
  if (server !== ownVersion)
    out.warn(`this program is version ${ownVersion}, the server ${server}; use the same version of both.`)
}
