import { Migration } from '@mikro-orm/migrations'

// The chain's hashes take a key from now on: it is made anew.
export class Migration20261122001500 extends Migration {
  override up(): void {
    this.addSql(`alter table audit_entry add column signature bytea`)
    this.addSql(`truncate audit_link`)
  }
}
