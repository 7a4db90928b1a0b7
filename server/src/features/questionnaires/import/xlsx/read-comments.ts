import { readXml } from './read-xml.ts'
import type { Zip } from './read-zip.ts'

/** A note or comment: the cell it hangs on and what it says. */
export interface Comment {
  readonly cell: string
  readonly text: string
}

/** The notes or threaded comments of one part. */
export async function readComments(zip: Zip, part: string): Promise<Comment[]> {
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
      if (name === 'comment' || name === 'threadedComment') comments.push({ cell, text })
    },
  })
  return comments
}
