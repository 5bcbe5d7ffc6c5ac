import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Starts an SMTP server on 127.0.0.1 with these options of `smtp-server`. */
export async function startMailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    ...options,
  })
  // Without a listener, the error of a single connection would be thrown. Its client receives it, too.
  server.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server does not listen on a port')
  return {
    host: '127.0.0.1',
    port: address.port,
    /** Number of connections of clients with this EHLO name. */
    countSessions: (name: string) =>
      [...server.connections].filter(({ session }) => session?.hostNameAppearsAs === name).length,
    stop: () =>
      new Promise<void>((done) => {
        for (const connection of server.connections) connection.close()
        server.close(done)
      }),
  }
}

/** Error for which the server sends this SMTP reply code and message. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
