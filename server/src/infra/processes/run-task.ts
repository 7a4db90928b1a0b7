/** What a process sends to the portal. */
export type FromTask<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'done' }

/** The portal as seen from the process of a task. */
export interface Portal<Incoming, Outgoing> {
  readonly send: (message: Outgoing) => void
  readonly onMessage: (handle: (message: Incoming) => void) => void
}

/**
 * Runs the task that `startProcess` sends to this process, then ends it. Does nothing in any other process. The process ends with the
 * portal's.
 */
export function runTask<Task, Outgoing, Incoming = never>(run: (task: Task, portal: Portal<Incoming, Outgoing>) => Promise<void>): void {
  if (!process.send) return
  const send = (sent: FromTask<Outgoing>, after: () => void = () => undefined) => process.send?.(sent, after)
  const leave = () => process.exit()
  process.once('disconnect', leave)
  process.once('message', (task: Task) => {
    const portal: Portal<Incoming, Outgoing> = {
      send: (message) => send({ kind: 'message', message }),
      onMessage: (handle) => void process.on('message', handle),
    }
    run(task, portal).then(
      () => send({ kind: 'done' }, leave),
      (error: unknown) => send({ kind: 'failed', error }, leave),
    )
  })
}
