import { limits } from '@portico/shared/words/limits'
import type { ZipLimits } from '../../spreadsheets/package/zip-reader.ts'

/** Limits of an uploaded workbook (shared/spec/questionnaire-files.md#file-limits): 5 MB, 50 MB unpacked, ratio 100. */
export const uploadLimits: ZipLimits = {
  packedBytes: limits.uploadFileBytes,
  unpackedBytes: limits.unpackedBytes,
  compressionRatio: limits.compressionRatio,
}
