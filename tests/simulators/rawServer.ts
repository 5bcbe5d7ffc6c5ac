import type { Socket } from 'bun'

/** What is sent on a connection once its request has begun, byte for byte. */
export type RawAnswer = (socket: Socket) => void

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\n'

/** Answers that no HTTP library would send. */
export const RAW_ANSWERS: Readonly<Record<string, RawAnswer>> = {
  'no first byte': () => undefined,
  'a reset connection': (socket) => socket.terminate(),
  'a closed connection': (socket) => void socket.end(),
  'no HTTP': (socket) => void socket.end('220 ready\r\n'),
  'headers without an end': (socket) => {
    const line = `x-more: ${'m'.repeat(4_000)}\r\n`
    socket.write(HEAD)
    for (let sent = 0; sent < 100 && socket.readyState === 1; sent += 1) socket.write(line)
  },
  'one byte at a time': (socket) => {
    socket.write(`${HEAD}content-length: 100000\r\n\r\n`)
    const timer = setInterval(() => {
      if (socket.readyState !== 1 || socket.write('<') < 0) clearInterval(timer)
    }, 50)
  },
  'fewer bytes than announced': (socket) => void socket.end(`${HEAD}content-length: 5000\r\n\r\n<rss version="2.0">`),
  'more bytes than announced': (socket) => void socket.end(`${HEAD}content-length: 5\r\n\r\n<rss version="2.0"></rss>`),
  'chunks that end early': (socket) => void socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nff\r\n<rss>`),
  'chunks without a size': (socket) => void socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n<rss>\r\n`),
}

/** Sends `answer` on each connection of a local port. */
export function startRawServer(answer: RawAnswer): { origin: string; stop(): void } {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket) => answer(socket),
      error: () => undefined,
    },
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
