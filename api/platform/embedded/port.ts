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
