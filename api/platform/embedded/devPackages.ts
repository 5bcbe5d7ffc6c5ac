import { AppError } from '../errors.ts'

/**
 * Throws "unavailable" when the development package `name`, which `part` needs, is not installed, for example after
 * `bun install --production`. `alternative` completes the message: what to do instead of installing the package.
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
