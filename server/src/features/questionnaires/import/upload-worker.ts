import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerReport, WorkerTask } from './upload-outcome.ts'
import { readFiles } from './read-files.ts'

/** Entry point of the worker thread; its memory and CPU time are limited by the thread that starts it. */
const report = (message: WorkerReport) => parentPort?.postMessage(message)
const task: WorkerTask = workerData
report({ outcome: await readFiles(task, (reading) => report({ reading })) })
