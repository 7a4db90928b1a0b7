import { Migration } from '@mikro-orm/migrations'

// The index on workshop and id also serves downloads of new responses; this one had to be updated by every submission.
export class Migration20261122041200 extends Migration {
  override up(): void {
    this.addSql(`drop index respondent_undownloaded`)
  }
}
