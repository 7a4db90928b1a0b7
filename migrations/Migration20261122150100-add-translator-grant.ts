import { Migration } from '@mikro-orm/migrations'

export class Migration20261122150100 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "account" add "translates" text[] not null default '{}', add "signs_off_translations" boolean not null default false;`,
    )
  }
}
