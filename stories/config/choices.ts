import type { ArgTypesEnhancer } from 'storybook/internal/types'
import type { Paper } from '#api/contract/papers.ts'
import { brokenMathPaper, mathPaper, papers } from './samples.ts'

/** The values of properties whose types are imported, which are therefore unknown to the docs. */
const choices: Readonly<Record<string, readonly string[]>> = {
  density: ['comfortable', 'compact', 'headlines'],
  headingLevel: ['h2', 'h3'],
}

const samplePapers: Readonly<Record<string, Paper | undefined>> = {
  'Formula in the title': papers[0],
  Plain: papers[2],
  'Many formulas': mathPaper,
  'Broken TeX': brokenMathPaper,
}

/**
 * Gives properties of a few values a select, a paper the sample papers to choose from, and no field to other objects.
 * Storybook adds the properties that only the arguments of a story have, and its own fields, afterwards.
 */
export const nameChoices: ArgTypesEnhancer = ({ argTypes, initialArgs }) =>
  Object.fromEntries(
    [...new Set([...Object.keys(argTypes), ...Object.keys(initialArgs)])].map((name) => {
      const argType = { name, ...argTypes[name] }
      const select = { control: { type: 'select' as const } }
      const options = choices[name]
      if (options) return [name, { ...argType, options, ...select }]
      const isObject = typeof initialArgs[name] === 'object' && initialArgs[name] !== null
      if (isObject && name === 'paper')
        return [name, { ...argType, options: Object.keys(samplePapers), mapping: samplePapers, ...select }]
      return [name, isObject ? { ...argType, control: false as const } : argType]
    }),
  )
