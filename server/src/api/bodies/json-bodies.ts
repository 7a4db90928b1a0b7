/** The maximum size of a body, except of files. */
export const jsonBodyBytes = 4 * 1024 * 1024
/** The maximum number of values in a body: more than all texts of the largest questionnaire with their fields. */
const valuesAtMost = 150_000
/** The maximum number of fields of one object: several times as many as a questionnaire has questions. */
const fieldsAtMost = 5_000
/** The maximum nesting depth of a body; the contract needs fewer than ten levels. */
const depthAtMost = 64
/** Bodies smaller than this are parsed in a few milliseconds, whatever they contain. */
const smallBytes = 16 * 1024

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Returns whether a JSON body has too many values, fields of one object or levels. Parsing megabytes of nested arrays or short names blocks the process for seconds;
 * counting them takes a fraction of that (shared/spec/contract.md#rest-and-trpc).
 */
export function isTooComplex(json: Buffer): boolean {
  if (json.length < smallBytes) return false
  let depth = 0
  let values = 0
  // The number of commas of the open object at each depth; arrays start so low that they never reach the limit.
  const commas = new Int32Array(depthAtMost + 1)
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at)
    else if (byte === openArray || byte === openObject) {
      depth += 1
      values += 1
      if (depth > depthAtMost) return true
      commas[depth] = byte === openArray ? -valuesAtMost : 0
    } else if (byte === closeArray || byte === closeObject) depth -= 1
    else if (byte === comma) {
      values += 1
      commas[depth] = (commas[depth] ?? 0) + 1
      if ((commas[depth] ?? 0) >= fieldsAtMost) return true
    }
    if (values > valuesAtMost) return true
  }
  return false
}

/** Returns the position of the quotation mark that ends the string starting at `from`. */
function endOfText(json: Buffer, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    if (json[at] === backslash) at += 1
    else if (json[at] === quote) return at
  }
  return json.length
}
