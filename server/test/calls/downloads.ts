import { workshopName } from '../support/builders.ts'
import { asAdam, type CallRows, type Provoke } from './call-row.ts'
import { missingNumber, type World } from './world.ts'

const sample = ({ downloadId }: World) => ({ input: { id: downloadId } })
const NOT_FOUND: Provoke = () => asAdam({ id: missingNumber })
const everybody = { configuration: { flavor: 'all' } } as const

export const downloadCalls: CallRows = {
  'downloads.enqueueDownload': {
    sample: () => ({ input: { workshop: { name: workshopName }, ...everybody } }),
    failures: { NOT_FOUND: () => asAdam({ workshop: { name: 'nowhere' }, ...everybody }) },
  },
  'downloads.getDownloadList': {
    sample: () => ({ input: { workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ workshopName: 'nowhere' }) },
  },
  'downloads.getDownloadListItem': { sample, failures: { NOT_FOUND } },
  'downloads.getDownloadStatus': { sample, failures: { NOT_FOUND } },
  'downloads.cancelDownload': { sample, failures: { NOT_FOUND } },
  'downloads.getDownloadFile': {
    sample,
    failures: {
      NOT_FOUND,
      DOWNLOAD_NOT_READY: async ({ adam }) =>
        asAdam({ id: (await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, ...everybody })).downloadId }),
    },
  },
}
