import pg from 'pg'

/** Connects to PostgreSQL outside the pools, runs `work` with the connection and closes it. Returns what `work` returns. */
export async function withClient<Result>(config: string | pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(config)
  // A lost connection already fails the running query; a second, unhandled error event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
