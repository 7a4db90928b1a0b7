import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerReport, WorkerTask } from './upload-outcome.ts'
import { readFiles } from './read-files.ts'

/** Runs in a worker thread of its own, limited in memory and time by the thread that started it. */
const report = (message: WorkerReport) => parentPort?.postMessage(message)
const task: WorkerTask = workerData
report({ outcome: await readFiles(task, (reading) => report({ reading })) })
