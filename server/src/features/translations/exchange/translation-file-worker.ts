import { parentPort, workerData } from 'node:worker_threads'
import { readTranslationFile, type FileTask } from './read-translation-file.ts'

/** Runs in a worker thread of its own, limited in memory and time by the thread that started it. */
const task: FileTask = workerData
parentPort?.postMessage(await readTranslationFile(task))
