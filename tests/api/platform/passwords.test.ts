import { afterAll, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { logIn, openConnection } from '#api/mail/smtpConnection.ts'
import { newArchiveKey, openArchiveKey } from '#api/platform/archive/archiveCipher.ts'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import { errorOf } from '#tests/support/errorOf.ts'

const PASSWORD = 'Grüße-灯-🏮'.normalize('NFC')
const DECOMPOSED = PASSWORD.normalize('NFD')
const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')

const ends: (() => unknown)[] = []
afterAll(() => Promise.all(ends.map((end) => end())))

/** Starts a mail server that offers one kind of sign-in and accepts it. Returns its port and the lines that it got. */
async function startMailServer(mechanism: 'PLAIN' | 'LOGIN') {
  const lines: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example.org\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').trim().split('\r\n')) {
        lines.push(line)
        const isAsked = mechanism === 'LOGIN' && lines.length < 4
        if (line.startsWith('EHLO')) socket.write(`250-mail.example.org\r\n250 AUTH ${mechanism}\r\n`)
        else socket.write(isAsked ? '334 UGFzc3dvcmQ6\r\n' : '235 Accepted\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, lines }
}

describe('A password with characters outside of ASCII', () => {
  test.each(['PLAIN', 'LOGIN'] as const)(
    'is sent to a mail server in UTF-8, as it was entered: %s',
    async (mechanism) => {
      const { port, lines } = await startMailServer(mechanism)
      const address = { host: '127.0.0.1', port, security: 'none' as const, user: 'jörg', password: DECOMPOSED }
      const connection = await openConnection('127.0.0.1' as Parameters<typeof openConnection>[0], address, {
        ehloName: 'paperdawn.example.org',
      })
      await logIn(connection, address)
      connection.close()
      const sent = lines.slice(1).map((line) => decode(line.replace('AUTH PLAIN ', '')))
      expect(mechanism === 'PLAIN' ? sent : sent.slice(1)).toEqual(
        mechanism === 'PLAIN' ? [`\0jörg\0${DECOMPOSED}`] : ['jörg', DECOMPOSED],
      )
    },
  )

  test('is sent to OpenSearch in UTF-8, as it was entered', async () => {
    const sent: string[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch({ headers }) {
        sent.push(decode(headers.get('authorization')?.replace('Basic ', '') ?? ''))
        return new Response('', { status: 401 })
      },
    })
    ends.push(() => server.stop(true))
    const url = `http://127.0.0.1:${server.port}`
    const index = openOpenSearchIndex({ url, prefix: 'test', user: 'jörg', password: DECOMPOSED })
    ends.push(() => index.close())
    await errorOf(index.search({ q: 'heron' }))
    expect(new Set(sent)).toEqual(new Set([`jörg:${DECOMPOSED}`]))
  })

  test('opens an archive also when another keyboard composes its characters in another way', async () => {
    const { key, encryption } = await newArchiveKey(PASSWORD)
    expect((await openArchiveKey(DECOMPOSED, encryption)).key).toEqual(key)
  })
})
