import { expect, test } from 'bun:test'
import { findFreePort } from '#api/platform/embedded/port.ts'

// Programs listen on the chosen port only seconds later. Systems give ports from 32768 on to any other socket.
test('a free port is one that the system gives to no other socket, and another one each time', () => {
  const ports = Array.from({ length: 10 }, findFreePort)
  expect(ports.filter((port) => port < 11_000 || port >= 32_768)).toEqual([])
  expect(new Set(ports).size).toBe(10)
})

test('a port on which a program listens is passed over', () => {
  const before = findFreePort()
  using taken = Bun.listen({ hostname: '127.0.0.1', port: before + 1, socket: { data() {} } })
  expect(findFreePort()).not.toBe(taken.port)
})
