import { version } from '../../package.json'
import type { Output } from './output.ts'

export const ownVersion: string = version

/** Another version of the server may answer in ways that this program does not know. */
export function warnVersionMismatch(out: Output, server: string): void {
  if (server !== ownVersion)
    out.warn(`this program is version ${ownVersion}, the server ${server}; take the same of both.`)
}
