import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Shell script that runs a command and sends it SIGTERM when standard input is closed. When the parent process is
 * killed, the operating system closes the pipe, so that even kill -9 leaves no orphaned child.
 */
const WATCHER = `
exec 3<&0
"$@" </dev/null 3<&- >&2 & child=$!
{ while read -r _; do :; done; kill -TERM $child; } <&3 >/dev/null 2>&1 & watch=$!
echo $child; exec >&2
wait $child; code=$?
kill $watch 2>/dev/null
wait $watch 2>/dev/null
exit $code`

export interface Child {
  readonly pid: number
  /** Resolves with the exit code when the program has ended for any reason. */
  readonly exited: Promise<number>
  /** Sends SIGTERM and waits for the end; sends SIGKILL after `graceMs`. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Starts a program that ends with this process. It has its own process group, so that Ctrl+C reaches only this process,
 * which stops the program when its own work is done. All output of the program goes to `logFd`.
 */
export async function startChild(command: readonly string[], logFd: number, env: Environment = {}): Promise<Child> {
  const watcher = Bun.spawn(['sh', '-c', WATCHER, 'sh', ...command], {
    detached: true,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: logFd,
    env: { ...process.env, ...env },
  })
  return {
    pid: Number(await new Response(watcher.stdout).text()),
    exited: watcher.exited,
    async stop(graceMs = 20_000) {
      await watcher.stdin.end()
      const killer = setTimeout(() => process.kill(-watcher.pid, 'SIGKILL'), graceMs)
      await watcher.exited
      clearTimeout(killer)
    },
  }
}

type Environment = Record<string, string | undefined>

/** Calls `check` until it returns a value other than undefined. Rejects with `failure()` after `limitMs`. */
export async function waitFor<Found>(
  check: () => Promise<Found | undefined> | Found | undefined,
  { limitMs, failure }: { limitMs: number; failure: () => Error },
): Promise<Found> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const found = await check()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw failure()
    await sleep(50)
  }
}
