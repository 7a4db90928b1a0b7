import { Migration } from '@mikro-orm/migrations'

export class Migration20261122040500 extends Migration {
  override up(): void {
    // Who is in a scope is read from indexes alone; the few who were deleted are taken out.
    this.addSql(`create index respondent_deleted on respondent (id) where wrapped_key is null`)
  }
}
