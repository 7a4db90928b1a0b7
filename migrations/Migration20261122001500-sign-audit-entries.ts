import { Migration } from '@mikro-orm/migrations'

// The hashes of the chain are keyed from now on, so the chain is rebuilt.
export class Migration20261122001500 extends Migration {
  override up(): void {
    this.addSql(`alter table audit_entry add column signature bytea`)
    this.addSql(`truncate audit_link`)
  }
}
