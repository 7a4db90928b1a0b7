import { linearPatterns } from '@portico/shared/rules/patterns'
import { RE2JS, RE2Set } from 're2js'

/** The patterns of questionnaires, run by an engine that never backtracks: an answer comes from anybody, and its check blocks the server. */
export const patterns = linearPatterns({ RE2JS, RE2Set })
