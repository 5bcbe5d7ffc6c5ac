import { describe, expect, test } from 'bun:test'
import { JSONC } from 'bun'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import packageJson from '../package.json'
import { createSbom } from './tools/sbom.ts'

const strict = { additionalProperties: false }
const purl = Type.String({ pattern: '^pkg:npm/(%40[a-z0-9._-]+/)?[A-Za-z0-9._-]+@\\d+\\.\\d+\\.\\d+[^@/]*$' })
const text = Type.String({ minLength: 1 })
const licenses = Type.Array(
  Type.Union([
    Type.Object({ license: Type.Object({ id: text }, strict) }, strict),
    Type.Object({ license: Type.Object({ name: text }, strict) }, strict),
    Type.Object({ expression: text }, strict),
  ]),
  { minItems: 1, maxItems: 1 },
)
const component = { 'bom-ref': purl, name: text, version: text, licenses, purl }

/** The part of CycloneDX 1.6 that the document uses: https://cyclonedx.org/docs/1.6/json/ */
const Sbom = Type.Object(
  {
    bomFormat: Type.Literal('CycloneDX'),
    specVersion: Type.Literal('1.6'),
    version: Type.Literal(1),
    metadata: Type.Object(
      {
        timestamp: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
        component: Type.Object({ type: Type.Literal('application'), ...component }, strict),
        properties: Type.Array(Type.Object({ name: text, value: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, strict)),
      },
      strict,
    ),
    components: Type.Array(
      Type.Object(
        {
          type: Type.Literal('library'),
          ...component,
          hashes: Type.Tuple([
            Type.Object({ alg: Type.Literal('SHA-512'), content: Type.String({ pattern: '^[0-9a-f]{128}$' }) }, strict),
          ]),
          pedigree: Type.Optional(Type.Object({ notes: text }, strict)),
        },
        strict,
      ),
      { uniqueItems: true },
    ),
    dependencies: Type.Array(Type.Object({ ref: purl, dependsOn: Type.Array(purl, { uniqueItems: true }) }, strict), {
      uniqueItems: true,
    }),
  },
  strict,
)

interface Needs {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalPeers?: string[]
}
const { packages, patchedDependencies } = JSONC.parse(await Bun.file('bun.lock').text()) as {
  packages: Record<string, [id: string, registry: string, needs: Needs, integrity: string]>
  patchedDependencies: Record<string, string>
}
const sbom = (await createSbom(new Date())) as Static<typeof Sbom>

/** "name@version" of each package that bun.lock says is needed by `names`. Optional ones depend on the machine. */
function findLocked(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = names.map((name) => ({ name, from: '' }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = keyOf(next.name, next.from)
    const [id, , { dependencies = {}, peerDependencies = {}, optionalPeers = [] }] = packages[key]!
    if (found.has(key)) continue
    found.add(key)
    expect(id.startsWith(`${next.name}@`) || id.includes('npm:')).toBe(true)
    const peers = Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name))
    for (const name of [...Object.keys(dependencies), ...peers]) open.push({ name, from: key })
  }
  return new Set([...found].map((key) => packages[key]![0]))
}

/** The key of the package that `from` gets by this name: the one below it, else below what contains it. */
function keyOf(name: string, from: string): string {
  for (let parents: string[] = from.match(/(@[^/]+\/)?[^/]+/g) ?? []; ; parents = parents.slice(0, -1)) {
    const key = [...parents, name].join('/')
    if (key in packages) return key
    if (parents.length === 0) throw new Error(`bun.lock has no ${name}, which ${from} needs`)
  }
}

describe('The bill of materials', () => {
  test('has the structure of CycloneDX 1.6', () => {
    expect([...Value.Errors(Sbom, sbom)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  })

  test('has every package that production and the pages need by bun.lock, and the hash of each', () => {
    const pages = [
      'react',
      'react-dom',
      'react-router-dom',
      'swr',
      'katex',
      'firebase',
      '@mui/material',
      '@emotion/react',
    ]
    const fonts = ['@fontsource-variable/inter', '@fontsource-variable/source-serif-4']
    const needed = findLocked([...Object.keys(packageJson.dependencies), ...pages, ...fonts])
    const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))
    expect(needed.size).toBeGreaterThan(100)
    expect([...needed].filter((id) => !listed.has(id))).toEqual([])

    const hashes = new Map(Object.values(packages).map(([id, , , integrity]) => [id, integrity]))
    for (const {
      name,
      version,
      hashes: [{ content }],
    } of sbom.components)
      expect(`sha512-${Buffer.from(content, 'hex').toString('base64')}`).toBe(hashes.get(`${name}@${version}`)!)
  })

  test('names what each package needs, and the packages that are patched', () => {
    const refs = new Set(sbom.components.map((each) => each['bom-ref']))
    const needed = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(needed.filter((ref) => !refs.has(ref))).toEqual([])
    expect([...refs].filter((ref) => !needed.includes(ref))).toEqual([])
    const patched = sbom.components.filter(({ pedigree }) => pedigree !== undefined)
    expect(patched.map(({ name, version }) => `${name}@${version}`)).toEqual(Object.keys(patchedDependencies))
  })
})
