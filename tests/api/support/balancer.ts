import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy before several processes, as an operator has one: each connection goes to the next port, and to another one if
 * nothing listens there. It repeats no request, so that one that a process loses is lost.
 */
export async function startBalancer(ports: readonly number[]) {
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer(async (client) => {
    client.pause().on('error', () => undefined)
    turn += 1
    const process = await openFirst(ports.map((_, index) => ports[(turn + index) % ports.length]!))
    if (process === null) return client.destroy()
    for (const socket of [client, process]) sockets.add(socket.on('close', () => sockets.delete(socket)))
    process.on('error', () => client.destroy())
    return client.pipe(process).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A connection to the first of the ports at which something listens. */
async function openFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      // Nothing listens there: the next one is tried.
    }
  }
  return null
}
