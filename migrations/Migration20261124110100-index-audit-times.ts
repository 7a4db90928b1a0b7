import { Migration } from '@mikro-orm/migrations'

export class Migration20261124110100 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`create index "audit_entry_at" on "audit_entry" ("at");`)
  }
}
