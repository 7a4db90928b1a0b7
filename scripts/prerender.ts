import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { directionOf, languageCodes, type LanguageCode } from '@portico/shared/words/languages'
import { build } from 'vite'

// Writes client/dist/pages/<language>/<page>.html after the client was built: each public page in each language, as it appears before any
// script runs. The server picks one of them and replaces `originMark` with its own origin.
const client = join(import.meta.dirname, '../client')
const dist = join(client, 'dist')
const work = join(import.meta.dirname, '../.cache/prerender')
const englishTexts = '../shared/src/words/locales/en.json?raw'
const originMark = 'https://portico.invalid'

/** The public pages: path, module, and the key of the description; the file is named after the path. */
const pages = [
  { path: '/', module: 'src/features/site/landing-page.tsx', description: 'landing.description' },
  { path: '/events', module: 'src/features/site/events/events-page.tsx', description: 'events.description' },
  { path: '/resources', module: 'src/features/site/resources-page.tsx', description: 'resources.description' },
  { path: '/about', module: 'src/features/site/about-page.tsx', description: 'about.description' },
  { path: '/termsAndConditions', module: 'src/features/site/terms-page.tsx', description: 'terms.description' },
  { path: '/privacyPolicy', module: 'src/features/site/privacy-page.tsx', description: 'privacy.description' },
  { path: '/citizenship', module: 'src/features/questionnaires/citizenship-page.tsx', description: 'citizenship.subtitle' },
] as const
/**
 * Placeholders for the questionnaire pages: something to show, and the list of files to fetch while the page's code loads. That code
 * renders the page from scratch, because the device may hold answers. `[name]` in a file name stands for any path segment.
 */
const questionnaire = { module: 'src/features/questionnaires/questionnaire-page.tsx', description: 'citizenship.subtitle' } as const
const placeholderPages = [
  { path: '/citizenship/[questionnaireName]', ...questionnaire },
  { path: '/questionnaires/[name]', ...questionnaire },
  { path: '/workshops/[workshopName]/questionnaire/[name]', ...questionnaire },
] as const
type Page = (typeof pages)[number] | (typeof placeholderPages)[number]

/** Pages whose main content comes from the database keep the message of `index.html` for readers without scripts. */
const incomplete: readonly string[] = ['/events', '/citizenship']

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

/** The result of `client/src/prerender-entry.tsx`: the content of `#root` and the document title. */
interface PrerenderedPage {
  readonly html: string
  readonly title: string
}
type PrerenderPage = (path: string, language: LanguageCode) => Promise<PrerenderedPage>

const started = performance.now()
const prerenderPage = await buildRenderer()
const template = await readFile(join(dist, 'index.html'), 'utf8')
const manifestFile = join(dist, '.vite/manifest.json')
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(await readFile(manifestFile, 'utf8'))
const english = await textsOf('en')
for (const language of languageCodes) await writePages(language)
await writeFile(join(dist, 'offline-files.json'), JSON.stringify(offlineFiles()))
await rm(join(dist, '.vite'), { recursive: true })
console.log(`portico  ${pages.length} pages in ${languageCodes.length} languages: ${((performance.now() - started) / 1000).toFixed(1)} s`)
// The timers of the query cache would keep this process alive for minutes.
process.exit()

/** Builds the client's pages to run in this process. */
async function buildRenderer(): Promise<PrerenderPage> {
  await build({
    configFile: false,
    root: client,
    logLevel: 'warn',
    build: { ssr: 'src/prerender-entry.tsx', outDir: work, emptyOutDir: true, target: 'node24', minify: false },
    ssr: { noExternal: [/^@portico\//] },
  })
  const made: { prerenderPage: PrerenderPage } = await import(pathToFileURL(join(work, 'prerender-entry.js')).href)
  return made.prerenderPage
}

async function writePages(language: LanguageCode): Promise<void> {
  const folder = join(dist, 'pages', language)
  const texts = language === 'en' ? english : await textsOf(language)
  for (const page of [...pages, ...placeholderPages]) {
    const made = await prerenderPage(page.path, language)
    if (made.title === '') throw new Error(`Nothing is shown at ${page.path}: is it still in the route table?`)
    if (/<script|\sstyle="/.test(made.html)) throw new Error(`${page.path} has an inline script or style, which the browser will refuse`)
    const description = texts.get(page.description) ?? english.get(page.description) ?? ''
    const file = join(folder, `${page.path.slice(1) || 'index'}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, fill(page, language, made, description))
  }
}

function fill(page: Page, language: LanguageCode, made: PrerenderedPage, description: string): string {
  const isPlaceholder = page.path.includes('[')
  const alternates = languageCodes.map(
    (code) => `<link rel="alternate" hreflang="${code}" href="${originMark}${page.path}?language=${code}" />`,
  )
  const preloads = chunksOf(page, language).map((file) => {
    const how = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
    return `<link ${how} crossorigin fetchpriority="low" href="/${file}" />`
  })
  const addresses = isPlaceholder
    ? []
    : [
        `<link rel="canonical" href="${originMark}${page.path}${language === 'en' ? '' : `?language=${language}`}" />`,
        ...alternates,
        `<link rel="alternate" hreflang="x-default" href="${originMark}${page.path}" />`,
      ]
  const head = [...addresses, ...preloads]
  return [
    [/<html lang="en" dir="ltr">/, `<html lang="${language}" dir="${directionOf(language)}">`],
    [/<title>.*?<\/title>/, `<title>${escaped(made.title)}</title>`],
    [/(<meta\s+name="description"\s+content=)"[^"]*"/, `$1"${escaped(description)}"`],
    ...(isPlaceholder || incomplete.includes(page.path) ? [] : [[/<noscript>.*?<\/noscript>/s, ''] as const]),
    [/<script type="module"/g, '<script type="module" fetchpriority="low"'],
    [/<\/head>/, `${head.join('\n    ')}\n  </head>`],
    [/<div id="root"><\/div>/, `<div id="root"${isPlaceholder ? ' data-begins' : ''}>${made.html}</div>`],
  ].reduce((html, [pattern, text]) => replaced(html, pattern, text), template)
}

function replaced(html: string, pattern: string | RegExp | undefined, text: string | RegExp | undefined): string {
  if (!(pattern instanceof RegExp) || typeof text !== 'string' || !pattern.test(html))
    throw new Error(`index.html has nothing like ${pattern}`)
  // A function, because `$` in a page is not a group reference; the only reference supported is `$1`.
  return html.replace(pattern, (_, group: unknown) => text.replace('$1', typeof group === 'string' ? group : '$1'))
}

/** Returns the files that the page will load right after the main script: its own module, what that imports, and the texts. */
function chunksOf(page: Page, language: LanguageCode): string[] {
  const files = new Set<string>()
  const collect = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const needed of chunk.imports ?? []) collect(needed)
  }
  collect(page.module)
  if (files.size === 0) throw new Error(`The build has no module ${page.module}`)
  // The English of the landing page is in the main script.
  if (page.path !== '/') collect(englishTexts)
  if (language !== 'en') collect(`../shared/src/words/locales/${language}.json`)
  return [...files].filter((file) => !template.includes(file))
}

/**
 * Returns the files for `questionnaire-offline.js`: the respondent pages with everything that they may load later, their texts by language,
 * and the files of the check-in page.
 */
function offlineFiles(): { files: string[]; languages: Record<string, string[]>; door: string[] } {
  const pages = [
    'site/landing-page',
    'questionnaires/citizenship-page',
    'questionnaires/questionnaire-page',
    'questionnaires/status/status-page',
  ]
  const files = filesOf([englishTexts, ...pages.map((page) => `src/features/${page}.tsx`)], [])
  // The other staff pages, and the other views of a workshop's day, need the server anyway.
  const online = ['src/staff-pages.tsx', 'src/features/workshops/green-dots-page.tsx']
  const door = filesOf(
    [
      englishTexts,
      'src/staff-pages.tsx',
      'src/features/workshops/green-dots-page.tsx',
      'src/api/api-provider.tsx',
      'src/layout/second-factor-notice.tsx',
    ],
    online,
  )
  const textsIn = (code: string) => [`/${manifest[`../shared/src/words/locales/${code}.json`]?.file}`]
  const translated = languageCodes.filter((code) => code !== 'en').map((code) => [code, textsIn(code)])
  return { files, languages: Object.fromEntries(translated), door }
}

/** Returns the files of these modules and of all their imports; dynamic imports of the modules in `online` are omitted. */
function filesOf(modules: readonly string[], online: readonly string[]): string[] {
  const files = new Set(template.match(/\/assets\/[^"]+/g))
  const collect = (name: string): string[] => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no module ${name}`)
    if (files.has(`/${chunk.file}`)) return []
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    const later = online.includes(name) ? [] : (chunk.dynamicImports ?? []).filter((one) => !online.includes(one))
    return [...(chunk.imports ?? []), ...later]
  }
  const waiting = [...modules]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) waiting.push(...collect(name))
  return [...files]
}

/** Returns the descriptions in a language, by key. */
async function textsOf(language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  const tree: Readonly<Record<string, Readonly<Record<string, unknown>>>> = JSON.parse(
    await readFile(join(import.meta.dirname, `../shared/src/words/locales/${language}.json`), 'utf8'),
  )
  const found = pages.map(({ description }) => {
    const [group = '', name = ''] = description.split('.')
    return [description, tree[group]?.[name]] as const
  })
  return new Map(found.filter((entry): entry is readonly [Page['description'], string] => typeof entry[1] === 'string'))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
