import { describe, expect, test } from 'bun:test'
import { palettes } from '#web/shared/theme/palettes.ts'
import { fieldOf } from '#web/shared/fields.ts'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.entries(palettes))('the %s colours', (_scheme, colours) => {
  const backgrounds = [colours.background.default, colours.background.paper]

  test('give every text a contrast of 4.5:1 on page and sheet', () => {
    const texts = {
      ink: colours.text.primary,
      mute: colours.text.secondary,
      accent: colours.primary.main,
      dawn: colours.dawn,
      success: colours.success.main,
      warning: colours.warning.main,
      error: colours.error.main,
      info: colours.info.main,
      ...colours.fields,
    }
    const failing = Object.entries(texts).filter(([, text]) =>
      backgrounds.some((background) => contrast(text, background) < 4.5),
    )
    expect(failing).toEqual([])
  })

  test('give text a contrast of 4.5:1 on soft backgrounds and filled controls', () => {
    expect(contrast(colours.dawn, colours.dawnSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.primary.main, colours.accentSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.primary.contrastText, colours.primary.main)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.background.default, colours.text.primary)).toBeGreaterThanOrEqual(4.5)
  })

  test('give the borders of input fields a contrast of 3:1', () => {
    for (const background of backgrounds) expect(contrast(colours.edge, background)).toBeGreaterThanOrEqual(3)
  })
})

test.each([
  ['cs.LG', 'cs'],
  ['math-ph', 'physics'],
  ['astro-ph.GA', 'physics'],
  ['q-bio.NC', 'q-bio'],
  ['hep-th', 'physics'],
] as const)('%s has the colour of the field %s', (code, field) => {
  expect(fieldOf(code)).toBe(field)
})
