import { Migration } from '@mikro-orm/migrations'

// Entries of earlier versions stay as they are: the application's role may not change them, and their signatures cover what they are.
export class Migration20261125100000 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "audit_entry" add "sealed_subjects" bytea null;`)
  }
}
