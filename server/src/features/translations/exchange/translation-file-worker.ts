import { parentPort, workerData } from 'node:worker_threads'
import { readTranslationFile, type FileTask } from './read-translation-file.ts'

/** Runs in a worker thread, limited in memory and time by the thread that starts it. */
const task: FileTask = workerData
parentPort?.postMessage(await readTranslationFile(task))
