import { connect } from 'node:net'
import { deserialize, serialize, type Document } from 'bson'

const OP_MSG = 2013
const HEADER_BYTES = 16
/** Header, flag bits, and the kind of the one section. */
const BEFORE_BODY = HEADER_BYTES + 4 + 1

/**
 * Runs one command on the mongod at 127.0.0.1:`port` and gives its answer. Rejects when nothing answers, and with the
 * server's words when the command failed. Twenty lines of the wire protocol (OP_MSG) instead of a second driver:
 * starting a server needs three commands, and the driver belongs to the store.
 */
export async function runMongoCommand(port: number, command: Document, timeoutMs = 5_000): Promise<Document> {
  const answer = await exchange(port, serialize({ ...command, $db: 'admin' }), timeoutMs)
  const document = deserialize(answer, { promoteLongs: true })
  if (document['ok'] !== 1) throw new Error(`${Object.keys(command)[0]}: ${String(document['errmsg'])}`)
  return document
}

function exchange(port: number, body: Uint8Array, timeoutMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const head = Buffer.alloc(BEFORE_BODY)
  head.writeInt32LE(BEFORE_BODY + body.length, 0)
  head.writeInt32LE(OP_MSG, 12)

  let received = Buffer.alloc(0)
  const socket = connect(port, '127.0.0.1', () => void socket.write(Buffer.concat([head, body])))
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('mongod did not answer in time')))
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      resolve(received.subarray(BEFORE_BODY))
      socket.destroy()
    }
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('mongod closed the connection')))
  return promise
}
