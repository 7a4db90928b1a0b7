import { readEnv } from '../../server/src/infra/env.ts'
import type { Services } from '../../server/src/infra/request-context.ts'
import { openToolServices } from '../../server/src/tool-services.ts'
import { openDatabase } from './database.ts'

/** Runs a command on the configured database and keyring, whether or not a portal is running. */
export async function withServices(run: (services: Services) => Promise<void>): Promise<void> {
  const database = await openDatabase()
  try {
    const { services, close } = await openToolServices(database.url, readEnv(process.env))
    try {
      await run(services)
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}
