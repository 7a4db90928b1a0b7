import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The locales of react-aria for our fifteen languages; the texts of all others are excluded from the build. */
const ariaLocales = [
  'en-US',
  'es-ES',
  'vi-VN',
  'zh-CN',
  'zh-TW',
  'ko-KR',
  'tl-PH',
  'am-ET',
  'hi-IN',
  'pa-IN',
  'pt-BR',
  'pt-PT',
  'fa-IR',
  'ps-AF',
  'ar-AE',
  'ru-RU',
]

const apiServer = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), { ...optimizeLocales.vite({ locales: ariaLocales }), enforce: 'pre' }, precompress()],
  // React has the hook itself; the packages import it from a shim for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (file, files) => (publicPages.test(file) ? files : files.filter(isStyle)) },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: frameOf, debugName: 'frame', priority: 4 },
            { name: commonOf, debugName: 'common', includeDependenciesRecursively: false, priority: 3 },
            { name: openOf, debugName: 'open', includeDependenciesRecursively: false, priority: 2 },
            { name: answeringOf, debugName: 'answering', includeDependenciesRecursively: false, priority: 1.5 },
            { name: kitOf, debugName: 'kit', minShareCount: 2, includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
    },
    manifest: true,
  },
  server: { proxy: { '/api': apiServer, '/trpc': apiServer, '/health': apiServer } },
})

/** These pages preload their chunks. Other pages only list styles: their code loads what it needs. */
const publicPages = /\/(landing|events|resources|about|terms|privacy|citizenship|questionnaire|status)-page-/
const isStyle = (file: string) => file.endsWith('.css')

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const frame = importsOf('src/main.tsx')
const landing = importsOf('src/features/site/landing-page.tsx')
const citizenship = importsOf('src/features/questionnaires/citizenship-page.tsx')
const questionnaire = importsOf('src/features/questionnaires/questionnaire-page.tsx')
const preview = importsOf('src/features/questionnaires/preview/preview-page.tsx')
const door = importsOf('src/features/workshops/green-dots-page.tsx')

/**
 * Bundles everything that `main.tsx` imports, directly or indirectly, into one chunk: it compresses better than the thirty small chunks
 * that lazy-loaded pages would split it into, and every page needs all of it.
 */
function frameOf(id: string, graph: ModuleGraph): string | null {
  return frame(graph).has(id) ? 'frame' : null
}

// On a slow connection each small file adds latency, so modules shared by pages are bundled into one chunk for each step of the
// respondent's way, and nobody waits for what only a later step needs.

/** Modules that the landing page shares with the other respondent pages. */
function commonOf(id: string, graph: ModuleGraph): string | null {
  return landing(graph).has(id) && (citizenship(graph).has(id) || questionnaire(graph).has(id)) ? 'common' : null
}

/** Modules that the list of questionnaires needs in addition. */
function openOf(id: string, graph: ModuleGraph): string | null {
  return citizenship(graph).has(id) && questionnaire(graph).has(id) ? 'open' : null
}

/** Modules that only a preview and the questionnaire share. */
function answeringOf(id: string, graph: ModuleGraph): string | null {
  return id.includes('/features/questionnaires/') && questionnaire(graph).has(id) && preview(graph).has(id) ? 'answering' : null
}

/**
 * Modules that a questionnaire needs in addition: `kit` is shared with the check-in page, which needs little of the rest. Packages are
 * excluded, except libphonenumber-js, because other pages may use other parts of them.
 */
function kitOf(id: string, graph: ModuleGraph): string | null {
  const ours = !id.includes('/node_modules/') || id.includes('/libphonenumber-js/')
  if (!ours || !questionnaire(graph).has(id)) return null
  return door(graph).has(id) ? 'kit' : 'fields'
}

/** Returns the static imports of a module, direct and indirect, itself included; computed from the first graph it is called with. */
function importsOf(path: string): (graph: ModuleGraph) => ReadonlySet<string> {
  const found = new Set<string>()
  return (graph) => {
    const waiting = found.size === 0 ? [join(import.meta.dirname, path)] : []
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      found.add(next)
      waiting.push(...(graph.getModuleInfo(next)?.importedIds.filter((imported) => !found.has(imported)) ?? []))
    }
    return found
  }
}

/** Writes `.br` and `.gz` files next to every text file of the build, so that the server does not compress per request. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      const texts = files.filter((file) => file.isFile() && /\.(js|css|html|svg|json|txt)$/.test(file.name))
      await Promise.all(texts.map((file) => compressed(join(file.parentPath, file.name))))
    },
  }
}

async function compressed(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < 500) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    promisify(brotliCompress)(bytes, quality).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}
