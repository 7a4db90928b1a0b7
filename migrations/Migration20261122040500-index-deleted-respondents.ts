import { Migration } from '@mikro-orm/migrations'

export class Migration20261122040500 extends Migration {
  override up(): void {
    // Scopes are read with index-only scans; this index excludes the few deleted respondents.
    this.addSql(`create index respondent_deleted on respondent (id) where wrapped_key is null`)
  }
}
