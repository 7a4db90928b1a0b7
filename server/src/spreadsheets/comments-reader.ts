import { readXml } from './package/xml-reader.ts'
import { unreadable, type Zip } from './package/zip-reader.ts'
import { type ReadingState, countText } from './sheet-reader.ts'

/** A note or comment: its cell and its text. */
export interface CellComment {
  readonly cell: string
  readonly text: string
}

const maxComments = 50_000

/** Reads the notes or threaded comments of one part. Throws an unreadable error if there are too many. */
export async function readCellComments(zip: Zip, part: string, state: ReadingState): Promise<CellComment[]> {
  const comments: CellComment[] = []
  let cell = ''
  let text = ''
  let isCollecting = false
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === 'comment' || name === 'threadedComment') {
        cell = attributes.ref ?? ''
        text = ''
      }
      isCollecting = name === 't' || name === 'text'
    },
    text(chunk) {
      if (isCollecting) text += chunk
    },
    close(name) {
      isCollecting = false
      if (name !== 'comment' && name !== 'threadedComment') return
      countText(state, text.length)
      comments.push({ cell, text })
      if (comments.length > maxComments) throw unreadable('it has too many comments')
    },
  })
  return comments
}
