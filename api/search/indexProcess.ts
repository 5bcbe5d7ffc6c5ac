import { answerCalls } from '../platform/apartProgram.ts'
import type { Call } from './indexClient.ts'
import { IndexFile } from './indexFile.ts'

// Runs the calls of `IndexProcess` on its own connection to the index.
// Argument: folder of the index.

const file = new IndexFile(process.argv[2] ?? '')

answerCalls(({ method, value }: { method: Call['method']; value?: unknown }) =>
  // `Call` says which value a method takes.
  method === 'state' ? file.state : file[method](value as never),
)
