import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readEnv } from '../server/src/infra/env.ts'

// The server restarts when an imported file changes; Vite reloads the client and proxies calls to the server.
const root = join(import.meta.dirname, '..')
const client = join(root, 'client')
const { host, port, publicUrl } = readEnv(process.env)
process.env['API_ORIGIN'] = `http://${host}:${port}`
const vite = await createServer({ root: client, configFile: join(client, 'vite.config.ts'), server: { host } })
await vite.listen()
const page = vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0] ?? ''

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/serve.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: publicUrl ?? page.replace(/\/$/, '') },
})
console.log(`portico  open ${page} (reloads on change); the server behind it answers on port ${port}`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => void vite.close().finally(() => process.exit(code ?? 0)))
