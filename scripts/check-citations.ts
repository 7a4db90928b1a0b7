import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

const patterns = ['**/*.{ts,tsx,mjs,js,css,html,md}', '.github/**/*.{md,yml}', '{*.yml,.env.example,.ci/run,scripts/Dockerfile}']
const spec = 'shared/spec'
const citationForm = `cite as ${spec}/<document>.md#<heading>`

/**
 * Checks all references to documents: each Markdown file named in code or in a document must exist, and the anchor after `#` must be one of
 * its headings. Code names documents by their path from the root; documents use Markdown links. Returns one sentence for each fault.
 */
export function checkCitations(root: string): string[] {
  const exclude = (path: string) => ['node_modules', 'dist', 'test-results'].includes(basename(path))
  const files = [...new Set(globSync(patterns, { cwd: root, exclude }))].map((path) => path.replaceAll('\\', '/')).toSorted()
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const documents = new Map([...texts].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, headingsOf(text)]))
  const repeated = [...documents].flatMap(([path, headings]) =>
    headings.filter((heading, index) => headings.indexOf(heading) < index).map((heading) => `${path}: two headings are #${heading}`),
  )
  return [...repeated, ...[...texts].flatMap(([path, text]) => citationFaults(root, path, text, documents))]
}

// Returns the anchors that GitHub generates.
function headingsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function citationFaults(root: string, path: string, text: string, documents: ReadonlyMap<string, readonly string[]>): string[] {
  const isDocument = path.endsWith('.md')
  const link = /\[[^\]]*\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g
  const links = isDocument ? [...text.matchAll(link), ...text.matchAll(/ src="(?![a-z]+:)([^"]+)"/g)] : []
  // Joins multi-line comments.
  const flat = isDocument ? text.replace(link, '') : text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ')
  const named = flat.matchAll(/(?<![\w./-])([\w./-]*\w\.md)\b(?!\.)(?:#([\w-]*))?/g)
  const faults = [
    ...links.map(([, target = '', heading]) => targetFault(root, target === '' ? path : resolveLink(path, target), heading, documents)),
    ...[...named].map(([, target = '', heading]) => targetFault(root, target, heading, documents)),
  ]
  if (/(?:contract|matrix|questionnaire-files|product|operating|quality|speed)(?:\.md)?[`,]* (?:section )?\d/.test(flat))
    faults.push(`a section is cited by its number: ${citationForm}`)
  return faults.filter((fault) => fault !== undefined).map((fault) => `${path}: ${fault}`)
}

function resolveLink(path: string, target: string): string {
  return normalize(join(dirname(path), target)).replaceAll('\\', '/')
}

function targetFault(
  root: string,
  target: string,
  heading: string | undefined,
  documents: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (!existsSync(join(root, target))) return `${target} is not in the repository: ${citationForm}`
  const headings = documents.get(target)
  if (heading === undefined || headings?.includes(heading)) return undefined
  return `${target} has no heading #${heading}: it has ${headings?.map((known) => `#${known}`).join(' ') ?? 'none'}`
}
