import { Migration } from '@mikro-orm/migrations'

export class Migration20261122000500 extends Migration {
  override up(): void {
    // With a linguistic collation, no index can serve `like 'K7QM%'`.
    this.addSql(`alter table respondent alter column anonymous_id type text collate "C"`)
  }
}
