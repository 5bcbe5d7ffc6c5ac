import { answerCalls } from '../../../platform/apartProgram.ts'
import { compareSections, type Texts } from './compareSections.ts'

// Compares texts for `compareTextsApart`.

answerCalls((texts: Texts) => compareSections(texts))
