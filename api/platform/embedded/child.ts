import { setTimeout as sleep } from 'node:timers/promises'
/**
 * Runs the command until it ends or its standard input does, and then asks it to stop in good order. The pipe of a
 * parent that was killed is closed by the system, so no child outlives us: not even kill -9 leaves an orphan behind.
 */
const WATCH = `
exec 3<&0
"$@" </dev/null 3<&- >&2 & child=$!
{ while read -r _; do :; done; kill -TERM $child; } <&3 >/dev/null 2>&1 & watch=$!
echo $child; exec >&2
wait $child; code=$?
kill $watch 2>/dev/null
exit $code`

export interface Child {
  readonly pid: number
  /** The exit code, once the program has ended, however that came. */
  readonly exited: Promise<number>
  /** Asks it to stop and waits; after `graceMs` it is killed. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Starts a program that dies with this process. It has a process group of its own, so that Ctrl+C reaches only us and
 * we stop it when our own work is done. All its output goes to `logFd`.
 */
export async function startChild(command: readonly string[], logFd: number, env: Environment = {}): Promise<Child> {
  const watch = Bun.spawn(['sh', '-c', WATCH, 'sh', ...command], {
    detached: true,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: logFd,
    env: { ...process.env, ...env },
  })
  return {
    pid: Number(await new Response(watch.stdout).text()),
    exited: watch.exited,
    async stop(graceMs = 20_000) {
      await watch.stdin.end()
      const killer = setTimeout(() => process.kill(-watch.pid, 'SIGKILL'), graceMs)
      await watch.exited
      clearTimeout(killer)
    },
  }
}

type Environment = Record<string, string | undefined>

/** Calls `check` until it gives something other than undefined. Rejects with what `failure` gives, after `limitMs`. */
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
