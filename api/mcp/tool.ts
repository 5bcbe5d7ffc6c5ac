import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { TokenScope } from '../contract/limits.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { AppError, invalidField } from '../platform/errors.ts'
import type { Caller } from '../services/accounts/accounts.ts'
import type { Product } from '../services/product.ts'

/** One request of an agent: for whom, with which scopes, and whether it is still waited for. */
export interface McpCall {
  product: Product
  user: Caller['user']
  /** Of the personal token; a sign-in has all scopes of readers. */
  scopes: readonly TokenScope[]
  signal: AbortSignal
  /** Counts a request to a source for a paper that the library lacks. Throws "rate-limited". */
  countLookUp: () => void
  /** Counts a search at another service. Throws "rate-limited". */
  countElsewhere: () => void
}

/** What a tool answers: a short text without words of papers, and the data. */
export interface ToolAnswer {
  text: string
  data: Record<string, unknown>
  /** The task was not done. For a failure whose reason has words of others, which only `data` may hold. */
  failed?: boolean
}

/** What hints tell a client of a tool; they are no protection. */
interface Hints {
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  /** Whether others than this server are asked; default: false. */
  openWorldHint?: boolean
}

export interface Tool {
  name: string
  title: string
  description: string
  scope: TokenScope
  annotations: Hints & { openWorldHint: boolean }
  inputSchema: TObject
  outputSchema: TObject
  /** Throws "invalid-input" for arguments that do not match, and what the service throws. */
  run(call: McpCall, given: unknown): Promise<ToolAnswer>
}

interface Definition<Input extends TObject, Output extends TObject> {
  name: string
  title: string
  description: string
  scope: TokenScope
  hints: Hints
  input: Input
  output: Output
  run(call: McpCall, input: Static<Input>): Promise<{ text: string; data: Static<Output>; failed?: boolean }>
}

/** Makes a tool whose arguments are checked before it runs. */
export const defineTool = <Input extends TObject, Output extends TObject>({
  hints,
  input,
  output,
  run,
  ...rest
}: Definition<Input, Output>): Tool => ({
  ...rest,
  annotations: { openWorldHint: false, ...hints },
  inputSchema: input,
  outputSchema: output,
  run: (call, given) => run(call, readArguments(input, given)),
})

function readArguments<Input extends TObject>(schema: Input, given: unknown): Static<Input> {
  const value = given ?? {}
  if (Value.Check(schema, value)) return value
  const first = Value.Errors(schema, value).First()
  const field = first?.path.slice(1).replaceAll('/', '.') || 'arguments'
  throw invalidField(field, `The argument “${field}” is wrong: ${first?.message ?? 'it has another form'}.`)
}

/** The same error with what an agent can do about it, if `advice` has something for its code. */
export function adviseOn(error: AppError, advice: Partial<Record<ErrorCode, string>>): AppError {
  const { code, message, details } = error
  return advice[code] === undefined
    ? error
    : new AppError(code, `${message} ${advice[code]}`, { ...details, cause: error })
}
