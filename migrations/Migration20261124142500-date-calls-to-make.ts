import { Migration } from '@mikro-orm/migrations'

export class Migration20261124142500 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "respondent" add "telephone_since" timestamptz null;`)
  }
}
