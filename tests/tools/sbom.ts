import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { JSONC } from 'bun'
import { isSpdxId } from './licences.ts'
import { findShippedPackages, idOf, type ShippedPackage } from './shippedPackages.ts'

// A bill of materials (CycloneDX 1.6) of the packages that are run in production or sent to browsers. `bun run sbom`
// prints it.

const ROOT = join(import.meta.dir, '../..')

/** What bun.lock says of a package: "name@version", registry, what it needs, "sha512-" with the hash in base64. */
type LockedPackage = [id: string, registry: string, needs: object, integrity: string]
interface LockFile {
  packages: Record<string, LockedPackage>
  patchedDependencies?: Record<string, string>
}

/** Returns the document; `at` is the time that it names. Throws for a package without a hash in bun.lock. */
export async function createSbom(at: Date) {
  const lockText = await Bun.file(join(ROOT, 'bun.lock')).text()
  const lock = JSONC.parse(lockText) as LockFile
  const integrity = new Map(Object.values(lock.packages).map(([id, , , hash]) => [id, hash]))
  const own = (await Bun.file(join(ROOT, 'package.json')).json()) as {
    name: string
    version: string
    license: string
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const packages = await findShippedPackages()
  const direct = { ...own.dependencies, ...own.devDependencies }
  const product = `pkg:npm/${idOf(own)}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': product,
        name: own.name,
        version: own.version,
        licenses: licensesOf(own.license),
        purl: product,
      },
      properties: [{ name: 'paperdawn:bun.lock:sha256', value: createHash('sha256').update(lockText).digest('hex') }],
    },
    components: packages.map((each) => toComponent(each, integrity.get(idOf(each)), lock.patchedDependencies)),
    dependencies: [
      {
        ref: product,
        dependsOn: packages.filter(({ name, version }) => direct[name] === version).map(purlOf),
      },
      ...packages.map((each) => ({ ref: purlOf(each), dependsOn: each.needs.map(toPurl) })),
    ],
  }
}

function toComponent(each: ShippedPackage, integrity = '', patches: LockFile['patchedDependencies'] = {}) {
  const [, hash] = /^sha512-(.+)$/.exec(integrity) ?? []
  if (hash === undefined) throw new Error(`bun.lock has no SHA-512 of ${idOf(each)}`)
  const patch = patches[idOf(each)]
  return {
    type: 'library',
    'bom-ref': purlOf(each),
    name: each.name,
    version: each.version,
    // Of the archive in the registry, as bun.lock has it.
    hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: licensesOf(each.licence),
    purl: purlOf(each),
    ...(patch !== undefined && { pedigree: { notes: `Changed by ${patch}` } }),
  }
}

/** https://github.com/package-url/purl-spec: the "@" of a scope is encoded, the one before the version is not. */
const toPurl = (id: string) => `pkg:npm/${id.replace(/^@/, '%40')}`
const purlOf = (each: ShippedPackage) => toPurl(idOf(each))

function licensesOf(licence: string) {
  if (isSpdxId(licence)) return [{ license: { id: licence } }]
  return / (OR|AND) /.test(licence) ? [{ expression: licence }] : [{ license: { name: licence } }]
}

if (import.meta.main) console.log(JSON.stringify(await createSbom(new Date()), null, 2))
