import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import mongoose from 'mongoose'
import { KEPT } from '#api/store/backup/keptCollections.ts'
import '#api/store/database.ts'
import { listShardKeys, shardingCommands, UNSHARDED } from '#api/store/shardKeys.ts'

for await (const file of new Glob('api/store/**/*.ts').scan('.')) await import(`../../../${file}`)

const models = Object.values(mongoose.models)
const keys = listShardKeys()

describe('The shard keys', () => {
  test('Each collection has a shard key, or a reason to be on one shard', () => {
    const unsharded = UNSHARDED.flatMap(({ collections }) => collections)
    expect([...keys.keys(), ...unsharded].toSorted()).toEqual(KEPT.map(({ collection }) => collection).toSorted())
  })

  test('Each unique index begins with the shard key', () => {
    const others = models.flatMap(({ collection, schema }) => {
      const field = keys.get(collection.name)?.field
      const unique = schema.indexes().filter(([, { unique }]) => unique === true)
      return unique.flatMap(([fields, { name }]) =>
        field === undefined || Object.keys(fields)[0] === field ? [] : `${collection.name} ${name}`,
      )
    })
    expect(others).toEqual([])
  })

  test('An index begins with each shard key that is not hashed, of all documents and one key for each', () => {
    const without = models.flatMap(({ collection, schema }) => {
      const key = keys.get(collection.name)
      if (key === undefined || key.isHashed) return []
      const serves = schema
        .indexes()
        .some(
          ([fields, options]) =>
            Object.keys(fields)[0] === key.field && !options.partialFilterExpression && !options.sparse,
        )
      return serves ? [] : collection.name
    })
    expect(without).toEqual([])
  })

  test('The program prints the commands that split the collections, with those that it does not split', () => {
    const printed = Bun.spawnSync([process.execPath, 'api/index.ts', '--sharding']).stdout.toString()
    expect(printed).toBe(`${shardingCommands()}\n`)
    expect(printed).toContain("sh.shardCollection(db + '.deliveries', { user_id: 1 })")
    expect(printed).toContain('// On one shard: users, ')
  })

  test('The README lists them', async () => {
    const sharded = Map.groupBy(keys, ([, { field, isHashed }]) => `{ ${field}: ${isHashed ? "'hashed'" : 1} }`)
    const rows = [
      ...[...sharded].map(
        ([key, of]) =>
          `${of
            .map(([name]) => code(name))
            .toSorted()
            .join(', ')} ${code(key)}`,
      ),
      ...UNSHARDED.map(({ collections, why }) => `${collections.map(code).join(', ')} ${why}`),
    ]
    const readme = (await Bun.file('api/store/README.md').text()).split('\n')
    const listed = new Set(readme.map(cellsOf))
    expect(rows.filter((row) => !listed.has(row))).toEqual([])
  })
})

const code = (name: string) => `\`${name}\``

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
    .join(' ')
