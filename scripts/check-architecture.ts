import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkCitations } from './check-citations.ts'

type Layer = { path: string; may: readonly string[]; instead: string }
type Import = { target: string; names: string; typeOnly: boolean }
type Source = { path: string; text: string; imports: Import[] }

const lineBudget = 300
const folderBudget = 12
/** Files that may exceed the length budget, each with its reason. */
const longFiles: Record<string, string> = {}
const meaninglessNames = ['utils', 'util', 'helpers', 'helper', 'common', 'service', 'services', 'manager', 'types', 'index', 'misc']
/** The only module that loads this heavy package, and only for writing. */
const exceljsModule = 'server/src/spreadsheets/plain-workbook.ts'
const allowedIndex = 'server/src/entities/index.ts'

// The only imports allowed between features; every edge points down. A new one is added in the commit that needs it.
const featureEdges: Record<string, readonly string[]> = {
  'server/src/features/agency': ['responses', 'messages'],
  'server/src/features/announcements': ['responses', 'messages'],
  'server/src/features/corrections': ['responses', 'questionnaires', 'downloads', 'privacy', 'messages'],
  'server/src/features/workshops': ['responses', 'questionnaires', 'messages'],
  'server/src/features/seats': ['responses', 'messages'],
  'server/src/features/downloads': ['responses', 'questionnaires', 'messages'],
  'server/src/features/responses': ['questionnaires', 'messages'],
  'server/src/features/privacy': ['responses', 'questionnaires', 'downloads', 'messages'],
  'server/src/features/admin': ['auth', 'messages', 'webhooks', 'announcements', 'questionnaires', 'responses'],
  'server/src/features/auth': ['messages'],
  'server/src/features/webhooks': ['auth', 'messages'],
  'server/src/features/messages': ['questionnaires'],
  'server/src/features/translations': ['questionnaires', 'messages'],
  'client/src/features/admin': ['responses'],
  'client/src/features/responses': ['questionnaires'],
  'client/src/features/agency': ['responses', 'workshops'],
  'client/src/features/workshops': ['responses'],
  'client/src/features/translations': ['questionnaires'],
}

const router = 'type server/src/api/root.ts'
const lowerLayers = ['server/src/entities', 'server/src/infra', 'shared/src']
const apiBoundary = ['access', 'call-limits', 'errors', 'procedures'].map((name) => `server/src/api/${name}.ts`)
const boundaryRules = {
  may: [...apiBoundary, ...lowerLayers],
  instead: 'this file lies below the features: wiring goes to api/root.ts or app.ts',
}
const clientBasics = ['client/src/words', 'client/src/paths.ts', 'shared/src']

// Which layer may import which, the lowest first. A file may import its own layer and those in `may`; after `type`, types only.
const layers: Layer[] = [
  { path: 'shared/src/words', may: [], instead: 'a rule goes to shared/src/rules, a shape to shared/src/contract' },
  {
    path: 'shared/src/rules',
    may: ['shared/src/words', 'type shared/src/contract'],
    instead: 'rules are pure: hand them values, or move the schema to shared/src/contract',
  },
  { path: 'shared/src/contract', may: ['shared/src/rules', 'shared/src/words'], instead: 'what both sides need goes to shared/src/rules' },
  { path: 'shared/src/client', may: [], instead: 'the client knows the types of the calls alone; a rule goes to shared/src/rules' },
  {
    path: 'server/src/entities',
    may: ['shared/src'],
    instead: 'entities only hold data: behaviour goes to a command or query of a feature',
  },
  {
    path: 'server/src/infra',
    may: ['server/src/entities', 'shared/src'],
    instead: 'infra knows no feature: hand it a value or a function, or move the code into the feature',
  },
  ...apiBoundary.map((path) => ({ path, ...boundaryRules })),
  {
    path: 'server/src/spreadsheets',
    may: [],
    instead: 'spreadsheets knows nothing of Portico: hand it a value or a function, or move the code into the feature',
  },
  {
    path: 'server/src/features',
    may: ['server/src/spreadsheets', ...lowerLayers],
    instead: 'only a router imports api/procedures.ts: HTTP goes to server/src/api, the outside world to server/src/infra',
  },
  {
    path: 'server/src/api',
    may: ['server/src/features', 'server/src/spreadsheets', ...lowerLayers],
    instead: 'start-up and wiring go to server/src/app.ts',
  },
  { path: 'server/src', may: ['shared/src'], instead: 'what client and server share goes to shared/src, a tool to scripts' },
  {
    path: 'server/test',
    may: ['server', 'shared/src', 'migrations'],
    instead: 'a test of the client goes to client/, of a tool to scripts/',
  },
  {
    path: 'client/src/ui',
    may: ['client/src/words', 'shared/src'],
    instead: 'ui could ship in another product: hand it props, or move it to layout or a feature',
  },
  { path: 'client/src/words', may: ['shared/src'], instead: 'what shows words goes to client/src/ui' },
  { path: 'client/src/paths.ts', may: ['shared/src'], instead: 'paths.ts builds addresses; screens go to a feature' },
  { path: 'client/src/content', may: clientBasics, instead: 'content is static facts; screens go to client/src/features/site' },
  { path: 'client/src/api', may: [router, ...clientBasics], instead: 'what shows something goes to client/src/layout or a feature' },
  {
    path: 'client/src/layout',
    may: ['client/src/ui', 'client/src/api', 'client/src/content', router, ...clientBasics],
    instead: 'hand it in from the page, or move it into the feature that it belongs to',
  },
  {
    path: 'client/src/features',
    may: ['client/src/layout', 'client/src/ui', 'client/src/api', 'client/src/content', router, ...clientBasics],
    instead: 'only client/src/app.tsx shows pages; what several features need goes to layout, ui or api',
  },
  {
    path: 'client/e2e',
    may: [
      'shared/src',
      'server/src/infra/free-port.ts',
      'server/test/support/identity-provider.ts',
      'server/test/support/portal-process.ts',
    ],
    instead: 'browser tests see the portal from outside: use its pages and its calls',
  },
  { path: 'client', may: [router, 'shared/src'], instead: 'what client and server share goes to shared/src' },
  { path: 'migrations', may: [], instead: 'a migration is frozen: copy the SQL it needs into it' },
  { path: 'scripts', may: ['server', 'client', 'shared/src'], instead: 'a tool may use everything but the migrations' },
]

/**
 * Checks the repository at `root` against the architecture: names, sizes, the vocabulary of a feature, imports, cycles. Returns one
 * sentence for each fault that says where the code should go instead; none if everything is in place.
 */
export function checkArchitecture(root: string): string[] {
  const patterns = ['{shared,server,client}/**/*.{ts,tsx}', '{scripts,migrations}/**/*.{ts,mjs}']
  const exclude = (path: string) => ['node_modules', 'dist'].includes(basename(path))
  const sources = globSync(patterns, { cwd: root, exclude })
    .toSorted()
    .map((path) => readSource(root, path.replaceAll('\\', '/')))
  const checks = [nameFaults, sizeFaults, importFaults, vocabularyFaults]
  return [...sources.flatMap((source) => checks.flatMap((check) => check(source))), ...folderFaults(sources), ...cycleFaults(sources)]
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:([*{\w][^'"`;=]*?)\s+from\s+)?['"]([^'"\n]+)['"]/gm)
  const calls = text.matchAll(/\bimport\(\s*()()['"]([^'"\n]+)['"]/g)
  const imports = [...statements, ...calls].map(([, type, names = '', from = '']) => ({
    target: targetOf(path, from),
    names,
    typeOnly: Boolean(type),
  }))
  return { path, text, imports }
}

// Resolves an import to a path of this repository, or returns the package name.
function targetOf(path: string, from: string): string {
  if (from.startsWith('.')) return join(dirname(path), from).replaceAll('\\', '/')
  return from
    .replace(/^@portico\/shared\/locales\//, 'shared/src/words/locales/')
    .replace(/^@portico\/(shared|server)\/(.+)$/, '$1/src/$2.ts')
}

function nameFaults({ path }: Source): string[] {
  if (path.startsWith('migrations/')) {
    return /\/Migration\d{14}-[a-z0-9-]+\.ts$/.test(path) ? [] : [`${path}: name it Migration<14 digits>-<verb>-<noun>.ts`]
  }
  const stem = basename(path).replace(/\..*$/, '')
  if (meaninglessNames.includes(stem) && path !== allowedIndex)
    return [`${path}: "${stem}" says nothing: name the file after the one thing in it`]
  const kebab = path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))
  return kebab ? [] : [`${path}: write its name in kebab-case`]
}

function sizeFaults({ path, text }: Source): string[] {
  const lines = text.split('\n').length - 1
  if (lines <= lineBudget || path in longFiles) return []
  return [`${path}: ${lines} lines, the budget is ${lineBudget}: give its second idea a file of its own, named after that idea`]
}

function importFaults({ path, imports }: Source): string[] {
  const layer = layers.find((candidate) => isUnder(path, candidate.path))
  return imports.flatMap((imported) => (layer && importFault(path, layer, imported)) ?? [])
}

function importFault(path: string, layer: Layer, { target, names, typeOnly }: Import): string | undefined {
  if (!/^(shared|server|client|scripts|migrations)\//.test(target)) return packageFault(path, target, names === '' && !typeOnly)
  if (isTest(path) && [`${path.split('/')[0]}/test`, 'server/src/seed'].some((folder) => isUnder(target, folder))) return undefined
  if (path.startsWith('client/src/') && target.startsWith('server/') && !(typeOnly && names.trim() === '{ AppRouter }')) {
    return `${path} imports ${target}: the browser knows one thing of the server, \`import type { AppRouter }\`; what both need goes to shared/src`
  }
  if (basename(path) === 'router.ts' && target === 'server/src/api/procedures.ts') return undefined
  const [mine, theirs] = [featureOf(path), featureOf(target)]
  if (mine && theirs && mine !== theirs && dirname(mine) === dirname(theirs)) return featureFault(path, target, mine, theirs)
  const allowed = layer.may.some((may) => (may.startsWith('type ') ? typeOnly && isUnder(target, may.slice(5)) : isUnder(target, may)))
  return allowed || isUnder(target, layer.path) ? undefined : `${path} imports ${target}: ${layer.instead}`
}

function packageFault(path: string, name: string, isLate: boolean): string | undefined {
  if (isTest(path)) return undefined
  if (name === 'exceljs' && isUnder(path, 'server/src') && !(path === exceljsModule && isLate))
    return `${path} imports ${name}: only ${exceljsModule} does, when it writes; uploads are read by workbook-reader.ts`
  if (path.startsWith('shared/') && name !== 'zod')
    return `${path} imports ${name}: shared runs anywhere with zod alone; move the code to server or client`
  if (path.startsWith('client/src/') && name.startsWith('node:'))
    return `${path} imports ${name}: a browser has none; move the code to server or scripts`
  return undefined
}

function featureFault(path: string, target: string, mine: string, theirs: string): string | undefined {
  if (basename(target) === 'router.ts') return `${path} imports ${target}: only api/root.ts knows routers; import the query or command`
  if (isTest(path))
    return `${path} imports ${target}: a test keeps to its own feature; what it prepares goes to server/test/support/builders.ts`
  if (featureEdges[mine]?.includes(basename(theirs))) return undefined
  return `${path} imports ${target}: ${basename(mine)} has no edge to ${basename(theirs)}; move what both need down, to rules, entities or infra, or add the edge`
}

// What each file of a server feature is for (the table in the README).
function vocabularyFaults({ path, text, imports }: Source): string[] {
  if (!isUnder(path, 'server/src/features') || isTest(path)) return []
  const imported = (pattern: RegExp) => imports.some(({ target }) => pattern.test(target))
  switch (basename(path)) {
    case 'router.ts':
      return [
        ...(imported(/^server\/src\/entities\//)
          ? [`${path}: a router knows no table: the read goes to queries.ts, the write to commands.ts`]
          : []),
        ...(/^\s*(\}\s*else\s+)?if\s*\(/m.test(text)
          ? [`${path}: a router decides nothing: the \`if\` goes to commands.ts or queries.ts`]
          : []),
      ]
    case 'views.ts':
      return imported(/infra\/(orm|ctx)\.ts$/) && /\bem\b/.test(text) ? [`${path}: a view reads nothing: the read goes to queries.ts`] : []
    case 'queries.ts':
      return /\bem\.(persist|remove|insert|upsert|native)|\.(insertInto|updateTable|deleteFrom)\(/.test(text)
        ? [`${path}: a query writes nothing: the write goes to commands.ts`]
        : []
    default:
      return imported(/^(fastify|@fastify\/.*|@trpc\/server.*)$/)
        ? [`${path}: features know no HTTP: this part goes to server/src/api`]
        : []
  }
}

function folderFaults(sources: Source[]): string[] {
  const files = sources.filter(({ path }) => ['server/src', 'client/src', 'scripts'].some((root) => isUnder(path, root)) && !isTest(path))
  const folders = Map.groupBy(files, ({ path }) => dirname(path))
  const full = [...folders].filter(([, inside]) => inside.length > folderBudget)
  return full.map(
    ([folder, inside]) =>
      `${folder}: ${inside.length} files, the budget is ${folderBudget}: make a folder for the noun that most of them share`,
  )
}

// Cycles are allowed between types and between entities, but not in other code.
function cycleFaults(sources: Source[]): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)]))
  const done = new Set<string>()
  const faults: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path))
      faults.push(`${[...trail.slice(trail.indexOf(path)), path].join(' → ')}: a circle; move what both need to a third file below`)
    if (done.has(path) || isUnder(path, 'server/src/entities')) return
    done.add(path)
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
  }
  for (const path of next.keys()) visit(path, [])
  return faults
}

function featureOf(path: string): string | undefined {
  return /^(?:server|client)\/src\/features\/[^/]+/.exec(path)?.[0]
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const faults = [...checkArchitecture(root), ...checkCitations(root)]
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0
      ? 'The architecture is in order.'
      : `${faults.length} ${faults.length === 1 ? 'thing is' : 'things are'} out of place.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
