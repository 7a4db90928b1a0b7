import { chainAudit } from './audit-chain.ts'
import { downloadJobs } from './features/downloads/jobs.ts'
import { sweepDownloads } from './features/downloads/commands.ts'
import { sweepEnded } from './features/auth/sessions.ts'
import { messageJobs } from './features/messages/jobs.ts'
import type { Job } from './infra/queue.ts'
import type { Deps } from './infra/work.ts'

/** Everything that runs apart from requests. */
export function allJobs(deps: Deps): Job[] {
  const chain: Job<'chain-audit'> = { name: 'chain-audit', run: () => chainAudit(deps.orm) }
  const sweep: Job<'sweep'> = { name: 'sweep', run: () => sweepAll(deps) }
  return [...messageJobs(deps), ...downloadJobs(deps), chain, sweep]
}

async function sweepAll(deps: Deps): Promise<void> {
  await sweepDownloads(deps)
  await sweepEnded(deps)
}
