import { Settings } from './environment.ts'
import type { Documentation } from './settingForms.ts'

export interface Setting {
  name: string
  meaning: string
  expected: string
  example: string
  /** Default value in backquotes, or a description of it; empty if the setting has no default. */
  default: string
}

/** The settings with their documentation. */
export const settings: readonly Setting[] = Object.entries(Settings.properties).map(([name, schema]) => {
  const { meaning, expected, example, otherwise } = schema as unknown as Documentation
  const value: unknown = schema.default
  return { name, meaning, expected, example, default: value === undefined ? (otherwise ?? '') : `\`${String(value)}\`` }
})

/** All settings with meaning and default, as a table in Markdown: printed by `--settings`, and part of `api/README.md`. */
export function settingsTable(): string {
  const rows = settings.map((setting) => [`\`${setting.name}\``, setting.meaning, setting.default])
  const table = [['name', 'meaning', 'default'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = table.map(line)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}
