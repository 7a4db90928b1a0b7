import { runTask } from '../../../infra/processes/run-task.ts'
import type { Upload } from '@portico/shared/contract/uploads'
import type { UploadReport } from './upload-outcome.ts'
import { readFiles } from './read-files.ts'

runTask<Upload, UploadReport>(async (task, portal) => {
  portal.send({ outcome: await readFiles(task, (reading) => portal.send({ reading })) })
})
