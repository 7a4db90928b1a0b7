import type { Job } from '../../infra/queue.ts'
import type { Services } from '../../infra/request-context.ts'
import { runTrial } from './trials/run-trial.ts'

/** Defines the job that runs new rules over past answers. */
export function questionnaireJobs(services: Services): Job<'try-rules'>[] {
  return [{ name: 'try-rules', run: ({ trialId }, signal) => runTrial(services, trialId, signal) }]
}
