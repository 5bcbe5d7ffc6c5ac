import { answerCalls } from '../../platform/apartProgram.ts'
import { readPart } from './readPart.ts'

// Reads a file for `readFile`.

export interface FileRequest {
  text: string
  more: boolean
}

answerCalls(({ text, more }: FileRequest) => readPart(text, more))
