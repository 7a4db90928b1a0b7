import type { Scenario } from './scenario.ts'
import { loginFlood } from './callers/login-flood.ts'
import { slowClients } from './callers/slow-clients.ts'
import { patroniFailover } from './cluster/patroni-failover.ts'
import { pooledConnections } from './cluster/pooled-connections.ts'
import { promotedStandby } from './cluster/promoted-standby.ts'
import { killedExport } from './processes/killed-export.ts'
import { killedSenders } from './processes/killed-senders.ts'
import { killedServers } from './processes/killed-servers.ts'
import { killedTextSenders } from './processes/killed-text-senders.ts'
import { movedClock } from './processes/moved-clock.ts'
import { olderVersion } from './processes/older-version.ts'
import { startingTogether } from './processes/starting-together.ts'
import { stopping } from './processes/stopping.ts'
import { databaseRestarts } from './environment/database-restarts.ts'
import { exhaustedPool } from './environment/exhausted-pool.ts'
import { fullDisk } from './environment/full-disk.ts'
import { mailAway } from './environment/mail-away.ts'
import { missingKeyring } from './environment/missing-keyring.ts'
import { swallowedConnections } from './environment/swallowed-connections.ts'

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  killedServers,
  databaseRestarts,
  swallowedConnections,
  mailAway,
  killedSenders,
  killedTextSenders,
  killedExport,
  startingTogether,
  stopping,
  slowClients,
  loginFlood,
  movedClock,
  exhaustedPool,
  missingKeyring,
  fullDisk,
  olderVersion,
  promotedStandby,
  pooledConnections,
  patroniFailover,
]
