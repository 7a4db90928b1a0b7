import { registerHooks } from 'node:module'
import type { Change } from '../change.ts'

// Runs the program without a protection by replacing text in its modules. A change that does not match ends the program.
const changes = JSON.parse(process.env['FAULTS_CHANGES'] ?? '[]') as Change[]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const own = changes.filter(({ module }) => url.endsWith(`/server/src/${module}`))
    if (own.length === 0) return loaded
    let source = Buffer.from(loaded.source as Uint8Array).toString()
    for (const { module, from, to } of own) {
      if (!source.includes(from)) throw new Error(`${module} has no ${from}: the control has to be adapted`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})
