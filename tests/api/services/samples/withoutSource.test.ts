import { afterAll, beforeEach, expect, test } from 'bun:test'
import { loadSamplesWithoutSource } from '#api/services/samples/withoutSource.ts'
import type { Product } from '#api/services/product.ts'
import { Sources } from '#api/sources/sources.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { recordAnswer, recordFailure } from '#api/store/sources/sources.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'

const { simulator, sources } = simulateArxiv()
const { product } = useApp({ sources })
const embedded: Product = { ...product, config: { ...product.config, samples: true } }
const signal = new AbortController().signal
afterAll(() => simulator.stop())
beforeEach(async () => expect(await findOpenJob('load-samples')).toBeNull())

test('The sample library is requested when no source has answered, once for all processes', async () => {
  await recordFailure('arxiv', 'arXiv could not be reached.')
  await Promise.all([loadSamplesWithoutSource(embedded, signal), loadSamplesWithoutSource(embedded, signal)])
  expect(await findOpenJob('load-samples')).toMatchObject({ requested_by: 'start' })
})

test('It is not requested when a source has answered since the start', async () => {
  await recordAnswer('arxiv')
  await loadSamplesWithoutSource(embedded, signal)
  expect(await findOpenJob('load-samples')).toBeNull()
})

test('It is not requested in a library with papers', async () => {
  await announceTitles('2026-11-16', ['Lanterns'])
  await loadSamplesWithoutSource(embedded, signal)
  expect(await findOpenJob('load-samples')).toBeNull()
})

test('It is not requested without the embedded parts', async () => {
  await loadSamplesWithoutSource(product, signal)
  expect(await findOpenJob('load-samples')).toBeNull()
})

test('It is requested when the sources could not be read at first', async () => {
  let reads = 0
  class Once extends Sources {
    override announcing() {
      if (++reads === 1) throw new Error('The database did not answer.')
      return super.announcing()
    }
  }
  await loadSamplesWithoutSource({ ...embedded, sources: new Once([...sources.values()]) }, signal)
  expect(await findOpenJob('load-samples')).toMatchObject({ requested_by: 'start' })
})
