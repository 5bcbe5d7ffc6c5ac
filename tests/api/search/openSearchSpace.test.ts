import { describe, expect, test } from 'bun:test'
import { Connection } from '#api/search/opensearch/connection.ts'
import { namesOf } from '#api/search/opensearch/mapping.ts'
import { Space } from '#api/search/opensearch/space.ts'

// Whether a second index has space on the nodes of an OpenSearch: a server of the test answers with their sizes.

const GB = 1024 ** 3
const MB = 1024 ** 2
const data = (totalGb: number, availableGb: number) => ({
  roles: ['cluster_manager', 'data'],
  fs: { total: { total_in_bytes: totalGb * GB, available_in_bytes: availableGb * GB } },
})

interface Cluster {
  nodes?: object[]
  indexBytes?: number
  high?: string
  disk?: object
  blocks?: object
  /** An index that a rebuild has begun, and for which a disk was too full. */
  givenUpBytes?: number
}

async function findLack({
  nodes = [data(100, 12)],
  indexBytes = GB,
  high = '90%',
  disk,
  blocks,
  givenUpBytes,
}: Cluster) {
  const answers: Record<string, object> = {
    '/_cluster/settings': {
      persistent: { cluster: { blocks, routing: { allocation: { disk } } } },
      defaults: {
        cluster: {
          blocks: { create_index: 'false' },
          routing: { allocation: { disk: { threshold_enabled: 'true', watermark: { high } } } },
        },
      },
    },
    '/_nodes/stats/fs': { nodes: Object.fromEntries(nodes.map((node, n) => [`node-${n}`, node])) },
    '/test-v1/_stats/store': { _all: { total: { store: { size_in_bytes: indexBytes } } } },
    '/test-v1-000002/_stats/store': { _all: { total: { store: { size_in_bytes: givenUpBytes } } } },
    '/test-v1-0*/_settings/index.blocks.*': {},
  }
  await using server = Bun.serve({
    port: 0,
    fetch: (request) =>
      Response.json(answers[decodeURIComponent(new URL(request.url).pathname)] ?? {}, { status: 200 }),
  })
  const connection = new Connection({ url: `http://127.0.0.1:${server.port}` })
  const space = new Space(connection, namesOf('test'))
  try {
    if (givenUpBytes !== undefined) await space.noteGivenUp('test-v1-000002')
    return await space.findLack('test-v1')
  } finally {
    await connection.close()
  }
}

const lacks = (mb: number) => `the disks of OpenSearch lack ${mb} MB for a second index`

describe('A second index in OpenSearch', () => {
  test.each([
    ['has space below the watermark', {}, null],
    ['lacks what is above the watermark', { indexBytes: 2 * GB + 5 * MB }, lacks(5)],
    ['lacks less where more is free', { nodes: [data(100, 11)], indexBytes: 2 * GB }, lacks(1024)],
    ['is spread over the nodes with data', { nodes: [data(100, 12), data(50, 6)], indexBytes: 3 * GB }, null],
    ['is not on a node without data', { nodes: [{ ...data(100, 90), roles: ['ingest'] }] }, lacks(1024)],
    ['has nothing of a node above its watermark', { nodes: [data(100, 5), data(100, 10.5)] }, lacks(512)],
    ['has a watermark of a share', { high: '0.885' }, lacks(512)],
    ['has a watermark in bytes', { high: '11.5gb' }, lacks(512)],
    ['has a watermark that an operator chose', { disk: { watermark: { high: '89%' } } }, null],
    ['needs as much as one that was given up', { givenUpBytes: 3 * GB }, lacks(1024)],
    ['has the whole disk without watermarks', { disk: { threshold_enabled: 'false' }, indexBytes: 12 * GB }, null],
    [
      'is not created while OpenSearch creates none',
      { blocks: { create_index: 'true' } },
      'OpenSearch creates no index, as it does when the disks of its nodes are nearly full',
    ],
  ] satisfies [string, Cluster, string | null][])('%s', async (_, cluster, sentence) => {
    expect(await findLack(cluster)).toBe(sentence)
  })
})
