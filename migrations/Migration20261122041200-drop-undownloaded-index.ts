import { Migration } from '@mikro-orm/migrations'

// The index of workshop and id serves downloads of new responses as well; this one was written with each submission.
export class Migration20261122041200 extends Migration {
  override up(): void {
    this.addSql(`drop index respondent_undownloaded`)
  }
}
