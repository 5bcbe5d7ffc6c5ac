import { parentPort, workerData } from 'node:worker_threads'
import { IndexFile } from '../indexFile.ts'
import type { Call, Reply } from './threadClient.ts'

// Runs in a worker thread: one call after the other on its own connection to the index.

const file = new IndexFile((workerData as { folder: string }).folder)

parentPort?.on('message', (call: Call) => {
  let reply: Reply
  try {
    reply = { result: run(call) }
  } catch (error) {
    reply = { error: error instanceof Error ? error : new Error(String(error)) }
  }
  parentPort?.postMessage(reply, [])
})

function run(call: Call): unknown {
  switch (call.method) {
    case 'search':
      return file.search(call.value)
    case 'scoreByCommonWords':
      return file.scoreByCommonWords(call.value)
    case 'put':
      return file.put(call.value)
    case 'remove':
      return file.remove(call.value)
    case 'markCurrent':
      return file.markCurrent(call.value)
    case 'state':
      return file.state
    case 'becomeWriter':
      return file.becomeWriter()
    case 'reset':
      return file.reset()
    case 'close':
      return file.close()
  }
}
