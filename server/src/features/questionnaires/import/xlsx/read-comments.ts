import { type ReadingState, take } from './read-sheet.ts'
import { readXml } from './read-xml.ts'
import { unreadable, type Zip } from './read-zip.ts'

/** A note or comment: the cell it hangs on and what it says. */
export interface Comment {
  readonly cell: string
  readonly text: string
}

const mostComments = 50_000

/** The notes or threaded comments of one part. Throws an unreadable error when there are too many. */
export async function readComments(zip: Zip, part: string, state: ReadingState): Promise<Comment[]> {
  const comments: Comment[] = []
  let cell = ''
  let text = ''
  let taking = false
  await readXml(zip, part, {
    open(name, attributes) {
      if (name === 'comment' || name === 'threadedComment') {
        cell = attributes.ref ?? ''
        text = ''
      }
      taking = name === 't' || name === 'text'
    },
    text(piece) {
      if (taking) text += piece
    },
    close(name) {
      taking = false
      if (name !== 'comment' && name !== 'threadedComment') return
      take(state, text.length)
      comments.push({ cell, text })
      if (comments.length > mostComments) throw unreadable('it has too many comments')
    },
  })
  return comments
}
