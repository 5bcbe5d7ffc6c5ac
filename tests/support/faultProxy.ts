import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Which bytes of a connection a fault concerns: those of the client, or those of the server. */
export type FaultSide = 'request' | 'answer'

const DELAY_MS = 300
/** Fewer than any message of the protocols that are tried. */
const PASSED_BYTES = 10

interface Link {
  write(bytes: Uint8Array): void
  /** Keeps bytes until the fault ends. */
  hold(bytes: Uint8Array): void
  /** Closes both connections in order. */
  close(): void
  /** Closes both with RST. */
  reset(): void
  /** Closes both with RST when the fault ends, because bytes were dropped. */
  breakLater(): void
}

/** Passes on, or not, what arrives on a connection. A fault without a function is one of the port itself. */
const FAULTS = {
  'a delay': async (bytes, { write }) => {
    await sleep(DELAY_MS)
    write(bytes)
  },
  'one byte at a time': async (bytes, { write }) => {
    for (const byte of bytes) {
      write(Uint8Array.of(byte))
      await nextTurn()
    }
  },
  'a cut': (bytes, { write, close }) => {
    write(bytes.subarray(0, PASSED_BYTES))
    close()
  },
  'a reset': (_bytes, { reset }) => reset(),
  'half-open': (_bytes, { breakLater }) => breakLater(),
  refused: null,
  garbage: (bytes, { write }) => write(new Uint8Array(Math.min(bytes.length, 500)).fill(0xff)),
  'another protocol': (_bytes, { write }) => write(Buffer.from('* OK Gimap ready for requests from 127.0.0.1\r\n')),
  'a stall': (bytes, { write, hold }) => {
    write(bytes.subarray(0, PASSED_BYTES))
    hold(bytes.subarray(PASSED_BYTES))
  },
  'closed before': (_bytes, { close }) => close(),
  'closed after': (bytes, { write, close }) => {
    write(bytes)
    close()
  },
} satisfies Record<string, ((bytes: Uint8Array, link: Link) => void | Promise<void>) | null>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** Number of messages and connections that a fault has changed. */
  readonly faults: number
  /** Number of open connections to the server. */
  readonly open: number
  /** Begins a fault, for the connections that are open, too. */
  begin(fault: FaultName, side: FaultSide): Promise<void>
  /** Ends it: held bytes are sent, and connections that lost bytes are reset. */
  end(): Promise<void>
}

/** Sees the bytes of a client before they are passed on, which waits for its end. */
type Watch = (bytes: Buffer) => void | Promise<void>

/** Listens on a port of 127.0.0.1 and connects each client to `targetPort`, with faults on request. */
export async function startFaultProxy(targetPort: number, watch?: Watch): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const endings: (() => void)[] = []
  let current: { fault: FaultName; side: FaultSide } | null = null
  let faults = 0
  let server: Server
  let port = 0

  function accept(client: Socket): void {
    const upstream = connect(targetPort, '127.0.0.1')
    upstreams.add(upstream)
    upstream.on('close', () => upstreams.delete(upstream))
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // The other side sees the end of the connection.
      socket.on('error', () => undefined)
    }
    join(client, upstream, 'request')
    join(upstream, client, 'answer')
  }

  function join(from: Socket, to: Socket, side: FaultSide): void {
    let passed = Promise.resolve()
    let isHeld = false
    const link: Link = {
      write: (bytes) => void (to.writable && to.write(bytes)),
      hold(bytes) {
        isHeld = true
        endings.push(() => {
          isHeld = false
          link.write(bytes)
        })
      },
      close() {
        from.destroySoon()
        to.destroySoon()
      },
      reset() {
        from.resetAndDestroy()
        to.resetAndDestroy()
      },
      breakLater: () => void endings.push(link.reset),
    }
    from.on('data', (bytes: Buffer) => {
      passed = passed.then(async () => {
        if (side === 'request') await watch?.(bytes)
        if (isHeld) return link.hold(bytes)
        const pass = current?.side === side ? FAULTS[current.fault] : null
        if (!pass) return link.write(bytes)
        faults += 1
        return pass(bytes, link)
      })
    })
    from.on('end', () => void passed.then(() => to.end()))
    from.on('close', () => void passed.then(() => to.destroySoon()))
  }

  async function listen(): Promise<void> {
    server = createServer({ allowHalfOpen: true }, accept)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function shut(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen()
  return {
    port,
    get faults() {
      return faults
    },
    get open() {
      return upstreams.size
    },
    async begin(fault, side) {
      current = { fault, side }
      if (fault !== 'refused') return
      faults += 1
      await shut()
    },
    async end() {
      const wasRefused = current?.fault === 'refused'
      current = null
      for (const end of endings.splice(0)) end()
      if (wasRefused) await listen()
    },
    [Symbol.asyncDispose]: shut,
  }
}
