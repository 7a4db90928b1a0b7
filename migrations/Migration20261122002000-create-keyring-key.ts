import { Migration } from '@mikro-orm/migrations'

const sealed = ['respondent', 'download', 'message', 'authenticator_app']

export class Migration20261122002000 extends Migration {
  override up(): void {
    this.addSql(`create table keyring_key (id text primary key, proof bytea)`)
    for (const table of sealed)
      this.addSql(`insert into keyring_key (id) select distinct key_id from ${table} where wrapped_key is not null on conflict do nothing`)
  }
}
