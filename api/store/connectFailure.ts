import { isDatabaseDown } from '../platform/databaseDown.ts'
import { AppError } from '../platform/errors.ts'

/** What the driver knows of a server that it could not use. */
interface ServerState {
  address: string
  type: string
  error?: Error | null
}

/** States of a server that answers and accepts no writes, to complete "host …". */
const STATES: Readonly<Record<string, string>> = {
  RSSecondary: 'is a secondary, and there is no primary',
  RSArbiter: 'is an arbiter',
  RSOther: 'is starting or recovering',
  RSGhost: 'is not part of an initiated replica set (run rs.initiate() in mongosh)',
}

/**
 * Returns the error for a database that could not be opened, with its hosts, the name of its replica set and the cause,
 * and without the credentials in `uri`: "unavailable" if it may work later by itself, else "invalid-input".
 */
export function toConnectFailure(uri: string, cause: unknown): AppError {
  const known = (cause as { reason?: { servers?: ReadonlyMap<string, ServerState> } }).reason
  const servers = [...(known?.servers?.values() ?? [])].map(
    ({ address, type, error }) => error?.message ?? `${address} ${STATES[type] ?? `is of type ${type}`}`,
  )
  const reason = servers.length > 0 ? servers.join('; ') : (cause as Error).message
  const canRecover = isDatabaseDown(cause) || isNameFailure(cause)
  return new AppError(
    canRecover ? 'unavailable' : 'invalid-input',
    `The database at ${describeHosts(uri)} ${canRecover ? 'cannot be reached' : 'cannot be used'}: ${reason}.`,
    { cause },
  )
}

/** The error for a single mongod, on which transactions and change streams do not work. */
export const standaloneRefused = (uri: string): AppError =>
  new AppError(
    'invalid-input',
    `The database at ${describeHosts(uri)} is a single mongod. Paperdawn needs a replica set, which may have one member, ` +
      'or a sharded cluster: start mongod with --replSet rs0, run rs.initiate() in mongosh once, and add replicaSet=rs0 ' +
      'to MONGODB_URI.',
  )

/** The hosts of a connection string with the name of its replica set, without user and password. */
function describeHosts(uri: string): string {
  const [, hosts = '', set] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)(?:.*[?&]replicaSet=([^&]*))?/.exec(uri) ?? []
  return set === undefined ? hosts : `${hosts} (replica set ${set})`
}

/** Whether the name of the host, or of the SRV record that lists the hosts, could not be resolved. */
const isNameFailure = (error: unknown) =>
  /^(ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT|EAI_AGAIN|ECONNREFUSED)$/.test(String((error as { code?: unknown }).code))
