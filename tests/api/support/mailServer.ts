import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on 127.0.0.1 that behaves as `options` say. */
export async function startMailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    ...options,
  })
  // An error is that of one connection, which its client sees, too.
  server.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server listens on no port')
  return {
    host: '127.0.0.1',
    port: address.port,
    stop: () =>
      new Promise<void>((done) => {
        for (const connection of server.connections) connection.close()
        server.close(done)
      }),
  }
}

/** What a server answers with a code of its own. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
