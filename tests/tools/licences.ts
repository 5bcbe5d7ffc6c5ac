import { findShippedPackages } from './shippedPackages.ts'

// The licences of the packages that are run in production or sent to browsers. `bun run licences` prints them.

/** SPDX identifiers of licences that ask for no more than a notice; OFL-1.1 is that of fonts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])

/** Whether this is one SPDX identifier of a licence that may be used. */
export const isSpdxId = (licence: string): boolean => ALLOWED.has(licence)

/** Whether the expression lets us choose allowed licences: "(MIT OR GPL-3.0)" does, "MIT AND GPL-3.0" does not. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))

if (import.meta.main)
  for (const { name, version, licence } of await findShippedPackages()) console.log(`${licence}  ${name} ${version}`)
