import type { Message, Ready, Reply } from './apart.ts'

/**
 * Makes this process answer the calls of the `Apart` that started it, until that process ends. Inputs and results must be
 * structured-cloneable; of an error the message, the stack and the class, if it is one of JavaScript's own, are passed on.
 * After `idleMs` without a call the process ends.
 */
export function answerCalls<Input, Part = never>(
  answer: (input: Input, parts: Part[]) => unknown,
  { idleMs }: { idleMs?: number } = {},
): void {
  let parts: Part[] = []
  const idle = idleMs === undefined ? undefined : setTimeout(() => process.exit(0), idleMs)

  // A terminal or a service manager signals all processes: the one that started this one stops it when its own work is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (message: Message) => {
    idle?.refresh()
    if ('part' in message) {
      parts.push(message.part as Part)
      return
    }
    const taken = parts
    parts = []
    process.send?.(await reply(() => answer(message.input as Input, taken)))
    // Measured from the end of the work.
    idle?.refresh()
  })
  process.send?.({ ready: true } satisfies Ready)
}

async function reply(work: () => unknown): Promise<Reply> {
  try {
    return { result: await work() }
  } catch (error) {
    return { failure: 'thrown', cause: error instanceof Error ? error : new Error(String(error)) }
  }
}
