import { AppError } from '../errors.ts'

/**
 * Throws "unavailable" when the development package that `part` runs on is not installed, as after
 * `bun install --production`. `alternative` is what to do instead of installing it.
 */
export function requireDevPackage(name: string, part: string, alternative: string): void {
  try {
    Bun.resolveSync(name, import.meta.dirname)
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `${part} needs the development packages: run \`bun install\`, or ${alternative}.`,
      { cause },
    )
  }
}
