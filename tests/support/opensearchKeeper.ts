import { keepPart } from './keptPart.ts'
import { startOpenSearchNode } from './opensearchNode.ts'

// Runs a node of OpenSearch for the test files of a process.
await keepPart((folder) => startOpenSearchNode(folder))
