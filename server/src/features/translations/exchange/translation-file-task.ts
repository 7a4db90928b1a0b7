import { runTask } from '../../../infra/processes/run-task.ts'
import { readTranslationFile, type FileOutcome, type FileTask } from './read-translation-file.ts'

runTask<FileTask, FileOutcome>(async (task, portal) => portal.send(await readTranslationFile(task)))
