import { Migration } from '@mikro-orm/migrations'

export class Migration20261122003500 extends Migration {
  override up(): void {
    this.addSql(`alter table respondent add column must_telephone boolean not null default false`)
  }
}
